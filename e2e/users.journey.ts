import { expectAccessible } from './accessible.ts';
import {
  DEMO,
  enter,
  expect,
  expectNoSidewaysScroll,
  FULL,
  mailTo,
  navigateInApp,
  signInOnScreen,
  test,
} from './product.ts';

test.use({ expectedFailures: [401] });
const PASSWORD = 'seis faroles y una bicicleta';

test('a person is invited, signs in for the first time, and is disabled while working', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = 'julieta.paz@ciudad.example';
  const surname = 'Paz Bellini';
  await enter(page, DEMO.admin, '/users');
  await page.getByRole('link', { name: 'Crear Usuario' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Ju');
  await page.getByLabel('Nombre', { exact: true }).blur();
  await expect(page.getByText('La longitud mínima es de 3 caracteres')).toBeVisible();
  await page.getByLabel('Nombre', { exact: true }).fill('Julieta');
  await page.getByLabel('Apellido').fill(surname);
  await page.getByLabel('Correo').fill(person);
  await page.getByRole('checkbox', { name: 'Operador', exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Crear Usuario' }).click();
  await expect(page.getByText('Usuario creado correctamente.')).toBeVisible();

  const mail = await mailTo(person, /\/reset\/\d+\?token=/);
  const link = /https?:\/\/\S+\/reset\/\d+\?token=[\w-]+/.exec(mail)![0];
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const theirs = await elsewhere.newPage();
  await theirs.goto(link);
  await theirs.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await theirs.getByLabel('Confirmar contraseña').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Restablecer' }).click();
  await expect(theirs).toHaveURL(/\/signin/);
  await signInOnScreen(theirs, person, PASSWORD);
  await expect(theirs).toHaveURL(/\/campaigns$/);
  await expect(theirs.getByText('Aparecen aquí cuando un coordinador lo suma a una.')).toBeVisible();

  await page.goto('/users?name=Julieta');
  await page.getByRole('switch', { name: `Habilitar o deshabilitar a Julieta ${surname}`, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(`Julieta ${surname}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(page.getByText('Usuario deshabilitado correctamente.')).toBeVisible();
  await expect(theirs).toHaveURL(/\/signin/, { timeout: 10_000 });
  await signInOnScreen(theirs, person, PASSWORD);
  await expect(theirs.getByRole('alert').first()).toContainText('Correo electrónico o contraseña inválidos');
  await elsewhere.close();

  await navigateInApp(page, '/audit');
  await expect(page.locator('tbody tr').filter({ hasText: 'USUARIO' }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await navigateInApp(page, '/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('users cannot disable themselves, and other roles cannot open the page', FULL, async ({ page }) => {
  await enter(page, DEMO.admin, '/users?name=Mariana');
  await expect(page.getByRole('switch', { name: /Mariana Gutiérrez/ })).toBeDisabled();
  await page.evaluate(() => localStorage.clear());
  await enter(page, DEMO.coordinator, '/users');
  await expect(page).toHaveURL(/\/campaigns$/);
});
