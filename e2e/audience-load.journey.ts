import { tableParts, zipOf } from '@campanero/contract/test/workbook';
import { expectAccessible } from './accessible.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO, enter, expect, expectNoSidewaysScroll, FULL, navigateInApp, test, tokenOf } from './product.ts';

interface Person {
  id: number;
}

/** A campaign of its own for each journey: a load changes everything about one. */
async function createCampaign(request: APIRequestContext, name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const ask = async <T>(path: string) => (await (await request.get(`/api${path}`, { headers })).json()) as T;
  const [objectives, supervisors, operators] = await Promise.all([
    ask<Person[]>('/objective'),
    ask<{ internals: Person[] }>('/supervisor'),
    ask<{ internals: Person[] }>('/operator'),
  ]);
  const answer = await request.post('/api/campaign', {
    headers,
    multipart: {
      name,
      description: 'Una campaña para cargarle su audiencia',
      objectiveId: String(objectives[0]!.id),
      coordinatedBy: String(supervisors.internals[0]!.id),
      operators: String(operators.internals[0]!.id),
      external: '0',
      startDate: '2027-03-01T12:00:00.000Z',
      endDate: '2027-04-30T12:00:00.000Z',
    },
  });
  expect(answer.status()).toBeLessThan(300);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const assignPage = (id: number) => `/campaign/detail/${id}/assign`;
const COMPLETED = /^(Última carga completa|Carga completa con)/;
const figures = (page: Page) => page.getByRole('region', { name: COMPLETED }).getByRole('definition').allTextContents();

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cargar audiencia' }).click();
  await expect(page.getByText('La audiencia está siendo validada', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver progreso', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/campaigns$/);
}

/** Twenty good rows, one of them twice, and three that cannot be used; one column that nobody knows. */
const NEIGHBOURS = [
  'Nombre;Celular;Fecha de nacimiento;Barrio;Obra social',
  ...Array.from({ length: 20 }, (_, row) => `Vecina ${row};+54 9 11 6000-${1000 + row};25-05-1980;flores;OSDE`),
  'Vecina 3;11 15 6000-1003;;;',
  'Sin teléfono;;;;',
  'Fecha imposible;11 6000-2001;31-02-2001;;',
  'Lejos de todo;11 6000-2002;;Narnia;',
].join('\r\n');

test('a coordinator sees what a file will become, loads it, corrects what was rejected and loads that', async ({
  page,
  request,
}) => {
  const id = await createCampaign(request, 'Carga con filas que corregir');
  await enter(page, DEMO.coordinator, assignPage(id));
  await expect(page.getByRole('tab')).toHaveText(['Subir Audiencia', 'Dashboard', 'Formulario']);
  await page.getByRole('button', { name: 'Ver Formato' }).click();
  await expect(page.getByRole('dialog', { name: 'Formato del archivo' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByTestId('file-input').setInputFiles(csv('vecinas.csv', NEIGHBOURS));
  const preview = page.getByRole('region', { name: 'Vista previa de vecinas.csv' });
  await expect(preview.getByText('UTF-8 · separado por punto y coma')).toBeVisible();
  await expect(preview.getByText('11 6000 1000')).toBeVisible();
  await expect(preview.getByText('Obra social· se ignora')).toBeVisible();
  await expect(preview.getByText('3 de 24 filas del archivo se rechazarían; las demás se cargan:')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await send(page);
  await navigateInApp(page, assignPage(id));
  await expect(page.getByRole('heading', { name: COMPLETED })).toBeVisible({ timeout: 40_000 });
  expect(await figures(page)).toEqual(['24', '20', '1', '3', '0']);
  await expect(page.getByText('1 columna no reconocida se ignora: Obra social.')).toBeVisible();
  const reasons = page.getByRole('table', { name: 'Motivos de rechazo' });
  await expect(reasons.getByRole('row', { name: '23 Sin teléfono' })).toBeVisible();
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar filas rechazadas' }).click(),
  ]);
  const rejected = readFileSync(await download.path(), 'utf8');
  expect(rejected).toContain('Sin teléfono');
  expect(rejected.split(/\r?\n/)[0]).toMatch(/linea;motivo$/);
  const corrected = rejected
    .replace('Sin teléfono;', 'Con teléfono;11 6000-2000')
    .replace('31-02-2001', '28-02-2001')
    .replace('Narnia', 'Flores');

  await page.getByRole('link', { name: 'Cargar las filas corregidas' }).click();
  await expect(page.getByRole('button', { name: 'Elegir archivos' })).toBeFocused();
  await page.getByTestId('file-input').setInputFiles(csv('corregidas.csv', corrected));
  await expect(page.getByText('Las 3 filas del archivo son válidas.')).toBeVisible();
  await send(page);
  await navigateInApp(page, assignPage(id));
  await expect.poll(() => figures(page), { timeout: 40_000 }).toEqual(['3', '3', '0', '0', '0']);
});

/** A title, a header and three people; the second sheet of two. */
const PADRON = [
  ['Padrón de vecinas'],
  ['Celular', 'Nombre', 'Documento'],
  ['+54 9 11 6100-1000', 'Ana', '00123456'],
  ['11 6100-1001', 'Eva', ''],
  ['no tiene', 'Luz', ''],
];

test(
  'a sheet of Excel is chosen, seen and loaded; what was rejected comes back as CSV',
  FULL,
  async ({ page, request }) => {
    const id = await createCampaign(request, 'Carga desde Excel');
    const { 'xl/worksheets/sheet1.xml': rows } = tableParts(PADRON);
    const sheets = { Portada: '', Padrón: '' };
    const book = await zipOf(tableParts(PADRON, { sheets, parts: { 'xl/worksheets/sheet2.xml': rows! } }));
    await enter(page, DEMO.coordinator, assignPage(id));
    await page
      .getByTestId('file-input')
      .setInputFiles({ name: 'padron.xlsx', mimeType: '', buffer: Buffer.from(book) });
    const preview = page.getByRole('region', { name: 'Vista previa de padron.xlsx' });
    await expect(preview.getByText('La hoja «Portada» de «padron.xlsx» está vacía: elija otra.')).toBeVisible();
    await preview.getByRole('button', { name: 'Hoja que se carga Portada' }).click();
    await page.getByRole('menuitemradio', { name: 'Padrón' }).click();
    await expect(preview.getByText('Excel · encabezado en la fila 2')).toBeVisible();
    await expect(preview.getByText('1 de 3 filas de la hoja se rechazarían; las demás se cargan:')).toBeVisible();
    await expectAccessible(page);
    await send(page);
    await navigateInApp(page, assignPage(id));
    await expect(page.getByRole('heading', { name: COMPLETED })).toBeVisible({ timeout: 40_000 });
    expect(await figures(page)).toEqual(['3', '2', '0', '1', '0']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar filas rechazadas' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')[1]).toMatch(/^no tiene;Luz;;5;El teléfono/);
  },
);

test('a file without a phone column cannot be sent, and says so before', FULL, async ({ page, request }) => {
  const id = await createCampaign(request, 'Carga sin teléfonos');
  await enter(page, DEMO.coordinator, assignPage(id));
  await page.getByTestId('file-input').setInputFiles(csv('nombres.csv', 'Nombre;Apellido\nAna;Paz\n'));
  await expect(
    page.getByText('«nombres.csv» no tiene una columna de teléfono ni de celular', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cargar audiencia' })).toHaveAttribute('aria-disabled', 'true');
});

test('a load shows its progress everywhere and can be cancelled: nothing of it is kept', async ({
  page,
  request,
}, testInfo) => {
  const id = await createCampaign(request, 'Carga que se cancela');
  await enter(page, DEMO.coordinator, assignPage(id));
  // Large enough to be met on its way.
  const rows = Array.from({ length: 600_000 }, (_, row) => `11${20_000_000 + row}`).join('\n');
  const file = testInfo.outputPath('muchos.csv');
  writeFileSync(file, `telefono\n${rows}\n`);
  await page.getByTestId('file-input').setInputFiles(file);
  await expect(page.getByText(/filas de la muestra son válidas/)).toBeVisible();
  await send(page);
  await expect(page.getByRole('progressbar', { name: 'Carga de Carga que se cancela' })).toBeVisible();
  await navigateInApp(page, assignPage(id));
  await expect(page.getByRole('progressbar', { name: 'Carga de la audiencia' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar carga' }).click();
  await expect(page.getByText('La carga fue cancelada: no quedó nada de ella.')).toBeVisible();
  await expect(page.getByText('La última carga se canceló')).toBeVisible();
  await expect(page.getByText('PENDIENTE', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('an audience of the dashboard and the people of a form are imported', async ({ page, request }) => {
  const id = await createCampaign(request, 'Importada de otros sistemas');
  await enter(page, DEMO.coordinator, `${assignPage(id)}?tab=dashboard`);
  await page.getByRole('combobox', { name: 'Audiencia' }).fill('bibliotecas');
  await page.getByRole('option', { name: /Usuarios de bibliotecas/ }).click();
  await expect(page.getByText('260', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Importar' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await navigateInApp(page, `${assignPage(id)}?tab=form`);
  await expect(page.getByRole('heading', { name: COMPLETED })).toBeVisible({ timeout: 40_000 });
  expect((await figures(page))[0]).toBe('260');

  await page.getByRole('combobox', { name: 'Formulario' }).fill('maratón');
  await page.getByRole('option', { name: /Voluntariado de la Maratón/ }).click();
  await expect(page.getByText('Contactos disponibles')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Importar' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);
  await navigateInApp(page, assignPage(id));
  await expect.poll(async () => (await figures(page))[0], { timeout: 40_000 }).toBe('12');
});

test('an external coordinator may not open the page', FULL, async ({ page, request }) => {
  const id = await createCampaign(request, 'Carga que no es para todos');
  await enter(page, DEMO.externalCoordinator, assignPage(id));
  await expect(page).toHaveURL(/\/campaigns$/);
});
