import { DEMO, enter, expect, FULL, signInOnScreen, test } from './product.ts';

test.use({ expectedFailures: [401] });

test('a session that ends mid-page leads to sign-in and back to the same place', async ({ page, request }) => {
  await enter(page, DEMO.coordinator, '/campaigns?pageNumber=1');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('userDetails')!);
  const bearer = { Authorization: `Bearer ${token.replaceAll('"', '')}` };
  expect((await request.post('/api/logout', { headers: bearer })).status()).toBe(204);

  // The server closes the socket with the session, so the page leaves without waiting for its next request.
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByText('El token ha caducado. Por favor inicie sesión nuevamente.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull();

  await page.getByLabel('Correo').fill(DEMO.coordinator);
  await page.getByLabel('Contraseña', { exact: true }).fill('campanero-demo');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL(/\/campaigns\?pageNumber=1$/);
});

test.describe('two tabs', () => {
  test.use({ fresh: true });

  test('signing out in one tab empties the other', FULL, async ({ page, context }) => {
    await enter(page, DEMO.admin);
    const other = await context.newPage();
    await other.goto('/campaigns');
    await expect(other.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: /Menú de usuario/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await expect(page).toHaveURL(/\/signin/);
    await expect(other).toHaveURL(/\/signin/, { timeout: 3000 });
    await expect(other.getByRole('table')).toHaveCount(0);
  });
});

test('letters typed while a session ends stay where they were typed', async ({ page, request }) => {
  await enter(page, DEMO.admin, '/users/create');
  const name = page.getByLabel('Nombre');
  await name.click();
  const typing = page.keyboard.type('María de los Ángeles Inés', { delay: 120 });
  const token = await page.evaluate(() => localStorage.getItem('userDetails')!);
  await request.post('/api/logout', { headers: { Authorization: `Bearer ${token}` } });
  await typing;
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByLabel('Correo')).toBeFocused();
  await expect(page.getByLabel('Correo')).toHaveValue('');
  await signInOnScreen(page, DEMO.admin);
  await expect(page).toHaveURL(/\/users\/create/);
  await expect(name).toHaveValue('María de los Ángeles Inés');
});
