import { expect, FULL, mailTo, navigateInApp, signInOnScreen, test } from './product.ts';

// A person of the demo whom no other journey signs in as, with a password nobody knows: this one sets it for good.
const FORGETFUL = 'diego.romero@demo.gob.ar';
const NEW_PASSWORD = 'un caballo verde en la vereda';

test.use({ expectedFailures: [401, 422] });

test('a forgotten password is recovered through the mail, once, and sessions are closed from the profile', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/signin');
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await expect(page).toHaveURL(/\/recover$/);
  // The address changes before the page does, and the page before it has such a field too.
  await expect(page.getByRole('heading', { name: 'Recuperar contraseña' })).toBeVisible();
  await page.getByLabel('Correo').fill(FORGETFUL);
  await page.getByRole('button', { name: /Enviar/ }).click();
  await expect(page.getByRole('heading', { name: 'Enviado' })).toBeVisible();
  await expect(page.getByText(FORGETFUL)).toBeVisible();

  const mail = await mailTo(FORGETFUL, /\/reset\/\d+\?token=/);
  const link = /https?:\/\/\S+\/reset\/\d+\?token=[\w-]+/.exec(mail)![0];
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Restablecer' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  // The secret left the address, not the tab.
  await page.reload();

  await page.getByLabel('Contraseña', { exact: true }).fill('corta');
  await page.getByLabel('Confirmar contraseña').fill('otra');
  await expect(page.getByText('La contraseña debe tener al menos 8 caracteres.')).toBeVisible();
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible();
  await page.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirmar contraseña').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Restablecer' }).click();
  await expect(page.getByText('Cambio de contraseña exitoso.')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);

  await signInOnScreen(page, FORGETFUL, 'campanero-demo');
  await expect(page.getByRole('alert').first()).toContainText('Correo electrónico o contraseña inválidos');
  await signInOnScreen(page, FORGETFUL, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/campaigns$/);

  // A second session elsewhere is seen in the profile and closed from there.
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await elsewhere.newPage();
  await signInOnScreen(other, FORGETFUL, NEW_PASSWORD);
  await expect(other).toHaveURL(/\/campaigns$/);
  await navigateInApp(page, '/pages/profile');
  await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click();
  await expect(other).toHaveURL(/\/signin/, { timeout: 10_000 });
  await expect(page.getByRole('button', { name: /^Cerrar la sesión de/ })).toHaveCount(0);
  await elsewhere.close();

  // The link is spent.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirmar contraseña').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Restablecer' }).click();
  await expect(page.getByText('Error. Por favor inténtelo de nuevo.').first()).toBeVisible();
});

test('an unknown address gets the same answer as a known one', FULL, async ({ page }) => {
  await page.goto('/recover');
  await page.getByLabel('Correo').fill('no.existe@demo.gob.ar');
  await page.getByRole('button', { name: /Enviar/ }).click();
  await expect(page.getByRole('heading', { name: 'Enviado' })).toBeVisible();
  await page.getByRole('link', { name: /Volver/ }).click();
  await expect(page).toHaveURL(/\/signin$/);
});
