import { expectAccessible } from './accessible.ts';
import type { Page } from '@playwright/test';
import { DEMO, enter, expect, FULL, signInOnScreen, test } from './product.ts';

const ROLES = [
  [DEMO.admin, 'Administrador'],
  [DEMO.coordinator, 'Coordinador'],
  [DEMO.externalCoordinator, 'Coordinador externo'],
  [DEMO.operator, 'Operador'],
  [DEMO.externalOperator, 'Operador externo'],
] as const;

test('each role signs in, sees the campaigns and signs out', async ({ page }) => {
  for (const [email, role] of ROLES) await test.step(role, () => comeAndGo(page, email, role));
  await page.goto('/campaigns');
  await expect(page).toHaveURL(/\/signin/);
});

async function comeAndGo(page: Page, email: string, role: string): Promise<void> {
  await signInOnScreen(page, email);
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect(page).toHaveTitle(/^Campañas · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Campañas' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const stored = await page.evaluate(() => ({
    info: localStorage.getItem('userInfo'),
    token: localStorage.getItem('userDetails'),
  }));
  expect(JSON.parse(stored.info!)).toMatchObject({ mail: email, roles: [{ name: role }] });
  expect(stored.token).toBeTruthy();

  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await expect(page.getByText(role, { exact: true }).first()).toBeVisible();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect(await page.evaluate(() => [localStorage.getItem('userInfo'), localStorage.getItem('userDetails')])).toEqual([
    null,
    null,
  ]);
}

test.describe('refused', () => {
  test.use({ expectedFailures: [401] });

  test('a wrong password keeps what was typed and says so', async ({ page }) => {
    await signInOnScreen(page, 'nadie@demo.gob.ar', 'equivocada');
    await expect(page.getByRole('alert')).toContainText('Correo electrónico o contraseña inválidos');
    await expect(page.getByLabel('Correo')).toHaveValue('nadie@demo.gob.ar');
    await expectAccessible(page);
  });
});

test('the form explains what is missing and works by keyboard alone', FULL, async ({ page }) => {
  await page.goto('/signin');
  const submit = page.getByRole('button', { name: 'Ingresar' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Correo').fill('no es un correo');
  await page.getByLabel('Correo').blur();
  await expect(page.getByText('Debes ingresar un correo válido.')).toBeVisible();
  await page.getByLabel('Correo').fill('');
  await page.getByLabel('Correo').blur();
  await expect(page.getByText('Debes ingresar un correo.')).toBeVisible();
  await page.getByLabel('Contraseña', { exact: true }).fill('x');
  await page.getByLabel('Contraseña', { exact: true }).fill('');
  await page.getByLabel('Contraseña', { exact: true }).blur();
  await expect(page.getByText('Por favor escriba su contraseña.')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Correo').focus();
  await page.keyboard.type(DEMO.operator);
  await page.getByLabel('Contraseña', { exact: true }).focus();
  await page.keyboard.type('campanero-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaigns$/);
});

test('a signed-in user who opens the sign-in page is sent to the campaigns', FULL, async ({ page }) => {
  await enter(page, DEMO.coordinator);
  await page.goto('/signin');
  await expect(page).toHaveURL(/\/campaigns$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/campaigns$/);
});

test('an unknown address shows the 404 page', FULL, async ({ page }) => {
  await enter(page, DEMO.operator, '/no/existe');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByText('Sorry but we could not find the page you are looking for')).toBeVisible();
});
