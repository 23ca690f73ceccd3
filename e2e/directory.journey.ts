import type { Page } from '@playwright/test';
import { type Directory, CLIENT_ID, CLIENT_SECRET, startDirectory } from '../packages/server/test/directory.ts';
import { expectAccessible } from './accessible.ts';
import {
  aColleague,
  ADMINISTRATOR,
  enter,
  expect,
  expectNoSidewaysScroll,
  FULL,
  OWN_PASSWORD,
  test,
} from './product.ts';
import { type Node, startBesideProduct } from './second-node.ts';

const CITY = `http://localhost:${Number(process.env['E2E_PORT']) + 2}`;
const ISSUER_PORT = Number(process.env['E2E_PORT']) + 3;

// 401, 403 and 422: a session that ended, a person without a user, and who turned back.
test.use({ baseURL: CITY, otherHosts: [`127.0.0.1:${ISSUER_PORT}`], expectedFailures: [401, 403, 422], fresh: true });

// One directory and one server for both.
test.describe.configure({ mode: 'default' });

let directory: Directory | undefined;
let node: Node | undefined;

test.beforeAll(async () => {
  directory = await startDirectory({ publicUrl: CITY, port: ISSUER_PORT, logoutUrl: `${CITY}/api/directory/logout` });
  node = await startBesideProduct(CITY, {
    OIDC_ISSUER: directory.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_NAME: 'Ciudad de Prueba',
  });
});
test.afterAll(async () => {
  await node?.kill();
  await directory?.close();
});

const sitsDown = (sub: string, email: string, claims: Record<string, unknown> = {}) => {
  directory!.who.person = { sub, claims: { email, email_verified: true, ...claims } };
};
const goWithCity = (page: Page) => page.getByRole('button', { name: 'Entrar con Ciudad de Prueba' }).click();

test('somebody of the city enters without a password, and leaving at the city ends the session here', async ({
  page,
  request,
}) => {
  const { email } = await aColleague(request, 'Directorio');
  await test.step('the page that was asked for comes after the city’s sign-in', async () => {
    sitsDown('d-1', email);
    await page.goto('/callbacks');
    await expect(page).toHaveURL(/\/signin/);
    await expectAccessible(page);
    await goWithCity(page);
    await expect(page).toHaveURL(`${CITY}/callbacks`);
  });

  await test.step('signed out at the city, signed out here within five seconds', async () => {
    const city = await page.context().newPage();
    await city.goto(`${directory!.issuer}/session/end`);
    await city.getByRole('button', { name: 'Salir' }).click();
    await expect(page).toHaveURL(/\/signin/, { timeout: 5000 });
    await city.close();
  });

  await test.step('a person without a user is told whom to ask', async () => {
    sitsDown('d-2', 'nadie@ciudad.example');
    await goWithCity(page);
    await expect(page.getByText('no tiene un usuario habilitado en Campanero')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Volver a Ingresar' }).click();
  });

  await test.step('who changes their mind at the city is back at the form', async () => {
    directory!.who.person = null;
    await page.context().clearCookies();
    await goWithCity(page);
    await expect(page.getByRole('heading', { name: 'No se pudo ingresar' })).toBeVisible();
    await page.getByRole('link', { name: 'Volver a Ingresar' }).click();
    await expect(page.getByLabel('Correo')).toBeVisible();
  });
});

test(
  'an administrator tries the sign-in, maps a group to a role, and the next sign-in follows it',
  FULL,
  async ({ page, request }) => {
    const admin = await aColleague(request, 'Directora', ADMINISTRATOR);
    const operator = await aColleague(request, 'Agrupada');
    const group = `mesa de ${operator.email}`;
    await enter(page, admin.email, '/users', OWN_PASSWORD);

    await test.step('a trial shows what arrived and what a sign-in would do', async () => {
      await page.getByRole('button', { name: 'Seguridad' }).click();
      await page.getByRole('link', { name: 'Ingreso con el directorio: roles y prueba' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Ingreso con el directorio' })).toBeVisible();
      await expectAccessible(page);
      sitsDown('d-3', operator.email, { groups: [group, 'turno-tarde'] });
      await page.getByRole('button', { name: 'Probar' }).click();
      await expect(page.getByText(`["${group}","turno-tarde"]`)).toBeVisible();
      await expect(page.getByText('No se cambió nada.')).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('the administrator says which group makes an operator', async () => {
      await page.getByLabel('Operador', { exact: true }).fill(group);
      await page.getByRole('switch', { name: 'Los roles salen del directorio' }).check();
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Los roles del directorio fueron guardados.')).toBeVisible();
    });

    await test.step('their group makes the coordinator an operator', async () => {
      await page.getByRole('button', { name: /Menú de usuario/ }).click();
      await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
      await goWithCity(page);
      await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo')!))).toMatchObject({
        mail: operator.email,
        roles: [{ name: 'Operador' }],
      });
    });
  },
);
