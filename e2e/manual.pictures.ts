import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { setColorScheme } from './accessible.ts';
import { llamado, panel, waitForContactPage } from './calling-desk.ts';
import { expectDrawn, pagesOf } from './every-page.ts';
import { MANUAL, wantedPictures, type WantedPicture } from './manual-pictures.ts';
import { DEMO, enter, expect, mailTo, test, tokenOf } from './product.ts';

const WIDTH = 1200;
const QUALITY = 78;
/** No literal at the import: the compiler would follow it through every page of the app. */
const TABLE = '../packages/web/src/app/pages.ts';

const csv = (name: string, lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});
const chooseFile = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByTestId('file-input').first().setInputFiles(file);

const AUDIENCE = csv('vecinas-de-flores.csv', [
  'Nombre;Celular;Fecha de nacimiento;Barrio',
  'Graciela Fernández;11 6000-1001;25-05-1962;Flores',
  'Ramiro Sosa;11 6000-1002;03-11-1985;Caballito',
  'Lucía Benítez;11 6000-1003;17-08-1990;Almagro',
  'Sin teléfono;;01-01-1970;Flores',
]);
const USERS = csv('usuarios.csv', [
  'Nombre;Apellido;Correo;Roles;Lado',
  'Ana;Paz;ana.paz@ciudad.example;Operador;Interno',
  'Bruno;Ríos;bruno.rios@ciudad.example;Coordinador;Interno',
  `Ya;Existe;${DEMO.operator};Operador;Interno`,
]);

/** What has to be done on a page before its picture is taken. */
const STEPS: Record<string, (page: Page) => Promise<void>> = {
  'pictures/borrado-de-datos.webp': async (page) => {
    await page.getByRole('button', { name: 'Borrar datos' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'pictures/carga-de-audiencia.webp': async (page) => {
    await chooseFile(page, AUDIENCE);
    await expect(page.getByText('Graciela Fernández').first()).toBeVisible();
  },
  'pictures/datos-personales.webp': async (page) => {
    await page.getByRole('textbox', { name: 'Número, documento, correo o nombre' }).fill('gonzalez');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await expect(page.getByRole('link', { name: /González/ }).first()).toBeVisible();
  },
  // Of the machine that takes the pictures nothing is shown.
  'pictures/estado-del-sistema.webp': async (page) => {
    const replace = async (name: string, by: string) => {
      const found = page.getByText(name).first();
      await expect(found).toBeVisible();
      await found.evaluate(
        (element, [from, to]) => element.replaceChildren(element.textContent.replace(from!, to!)),
        [name, by],
      );
    };
    await replace(`${hostname()}:${process.env.E2E_PORT}`, 'campanero-1:3000');
    await replace(process.env.E2E_DATA_DIR!, '/var/lib/campanero');
  },
  'pictures/exportaciones.webp': async (page) => {
    await expect(page.getByRole('button', { name: 'Descargar' })).toBeVisible();
  },
  'pictures/importar-usuarios.webp': async (page) => {
    await chooseFile(page, USERS);
    await expect(page.getByRole('list', { name: 'Filas con errores' })).toBeVisible();
  },
  'pictures/contacto.webp': waitForContactPage,
  'pictures/la-llamada.webp': async (page) => {
    await waitForContactPage(page);
    await llamado(page).click();
    await panel(page).getByRole('combobox', { name: 'Estado' }).fill('volver');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('group', { name: 'Volver a llamar el' })).toBeVisible();
  },
  'pictures/monitor-individual.webp': async (page) => {
    await page.getByRole('combobox', { name: 'Selecciona un Operador' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('checkbox', { name: 'Tabla' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  },
  'pictures/usuario.webp': async (page) => {
    await expect(page.getByText(/Esta sesión|Chrome/).first()).toBeVisible();
  },
  'pictures/segmentar-y-rebalancear.webp': async (page) => {
    await page.getByRole('button', { name: 'Segmentar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('dialog', { name: /^Segmentar la audiencia/ })).toBeVisible();
  },
};

async function ask<T>(request: APIRequestContext, path: string): Promise<T> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const answer = await request.get(`/api${path}`, { headers });
  return (await answer.json()) as T;
}
const campaignWith = async (request: APIRequestContext, status: string) =>
  (await ask<{ campaigns: { id: number }[] }>(request, `/campaign?status=${encodeURIComponent(status)}`)).campaigns[0]!
    .id;

/** Where something must be there first, or something more telling than the first of its kind. */
const PLACES: Record<string, (page: Page, request: APIRequestContext) => Promise<string>> = {
  'pictures/exportaciones.webp': async (page, request) => {
    await enter(page, DEMO.coordinator, `/campaign/detail/${await campaignWith(request, 'EN CURSO')}`);
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Audiencia CSV' }).click();
    return /\/export\/[0-9a-f-]{36}/.exec(await mailTo(DEMO.coordinator, /\/export\/[0-9a-f-]{36}/))![0];
  },
  // Not answered yet.
  'pictures/pedido-de-datos.webp': async () => '/personal-data/requests/4',
  'pictures/segmentar-y-rebalancear.webp': async (_page, request) =>
    `/campaign/detail/${await campaignWith(request, 'AUDIENCIA PROCESADA')}`,
};

async function addressOf(page: Page, request: APIRequestContext, picture: WantedPicture): Promise<string> {
  const { path, address, who } = picture;
  const place = PLACES[path];
  if (place) return place(page, request);
  if (!who || !address.includes(':')) return address;
  const { PAGES } = (await import(TABLE)) as { PAGES: Record<string, { path: string }> };
  const [id] = Object.entries(PAGES).find(([, one]) => one.path === address) ?? [];
  const found = id && (await pagesOf(request, who)).get(id);
  if (!found) throw new Error(`no page has the address ${address}`);
  return found;
}

async function keep(page: Page, path: string): Promise<void> {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const small = await sharp(taken).resize({ width: WIDTH }).webp({ quality: QUALITY, smartSubsample: true }).toBuffer();
  const file = join(MANUAL, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, small);
}

for (const picture of wantedPictures())
  test(picture.path, async ({ page, request }) => {
    await page.setViewportSize(picture.size);
    const address = await addressOf(page, request, picture);
    if (picture.who) await enter(page, picture.who.email, address);
    else await page.goto(address);
    await setColorScheme(page, 'light');
    await expectDrawn(page);
    await STEPS[picture.path]?.(page);
    if (picture.who) await expect(page.getByText('Conectado', { exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await keep(page, picture.path);
  });
