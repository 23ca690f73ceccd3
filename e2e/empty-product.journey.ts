import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Access, allows } from '@campanero/contract/roles';
import { expect, navigateInApp, OWN_PASSWORD, PASSWORD, signInOnScreen, test } from './product.ts';
import { startNode } from './second-node.ts';

const EMPTY = `http://localhost:${Number(process.env['E2E_PORT']) + 2}`;
const EMAIL = 'primera@ciudad.example';
test.use({ baseURL: EMPTY, fresh: true });

/** No literal at the import: the compiler would follow it through every page of the app. */
const TABLE = '../packages/web/src/app/pages.ts';
interface MenuPage {
  path: string;
  title: string;
  access: Access;
  menu?: { managersOnlyWithCallbacks?: true };
}

/** What each entry of an administrator's menu offers or says while there is nothing yet. */
const NEXT: Record<string, RegExp> = {
  '/campaigns': /Cree la primera; después se carga su audiencia y se reparte/,
  '/statistics': /La primera se crea en Campañas/,
  '/users': /Crear Usuario/,
  '/first-day': /1 de 6 pasos hechos/,
  '/calling-rules': /Valen para todas las campañas que no tienen reglas propias/,
  '/block-lists': /Cargue el Registro No Llame o una lista propia/,
  '/events': /Con una suscripción, otro sistema de la ciudad se entera solo/,
  '/personal-data': /De un número alcanzan las últimas cuatro cifras/,
  '/retention': /Aparecen al cargarles una audiencia/,
  '/admin/status': /npm run backup/,
  '/audit': /La cadena todavía no se comprobó/,
  '/config/general': /Crear Objetivo/,
  '/config/actions': /vuelve a ofrecerse a su operador/,
  '/monitor/live': /Aquí aparecen los operadores de las campañas abiertas/,
  '/monitor/general': /aparecen a medida que se registran/,
  '/monitor/single': /Sus llamados se verán aquí, día por día/,
};

test('without data every page says what to do next', { tag: '@full' }, async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-empty-'));
  const node = await startNode(EMPTY, {
    DATA_DIR: dataDir,
    SEED: 'base',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    DATABASE_URL: '',
  });
  try {
    await signInOnScreen(page, EMAIL);
    // The password that came with the installation is changed first.
    await page.getByLabel('Contraseña actual').fill(PASSWORD);
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(OWN_PASSWORD);
    await page.getByLabel('Confirmar contraseña').fill(OWN_PASSWORD);
    await page.getByRole('form', { name: 'Cambiar contraseña' }).getByRole('button').last().click();
    await expect(page).toHaveURL(/\/first-day$/);
    await page.goto(`${new URL(page.url()).origin}/campaigns`);
    await expect(page.getByText(/^Primeros pasos: 1 de 6 hechos/)).toBeVisible();
    const { PAGES } = (await import(TABLE)) as { PAGES: Record<string, MenuPage> };
    const pages = Object.values(PAGES).filter(
      ({ menu, access }) => menu && !menu.managersOnlyWithCallbacks && allows(access, { signedIn: true, primary: 5 }),
    );
    expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(NEXT).toSorted());
    for (const { path } of pages) {
      await navigateInApp(page, path);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByRole('main').getByText(NEXT[path]!).first(), path).toBeVisible();
    }
  } finally {
    await page.close();
    await node.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
