import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { hotp, stepAt } from '../packages/server/src/features/auth/second-factor-crypto.ts';
import { expectAccessible, setColorScheme } from './accessible.ts';
import {
  DEMO,
  enter,
  expect,
  expectNoSidewaysScroll,
  mailTo,
  ownEmail,
  signInOnScreen,
  test,
  tokenOf,
} from './product.ts';

test.use({ expectedFailures: [401, 422] });

const NEW_PASSWORD = 'siete perros amarillos';

test('setting it up, signing in with a code and a recovery code, and an administrator resets it', async ({ page }) => {
  const email = ownEmail('factor');
  const id = await anOperator(page.request, email);
  await enter(page, email, '/pages/profile', NEW_PASSWORD);
  const { secret, codes } = await setUp(page);
  // The code that confirmed it is used up: the phone's next one is accepted half a minute early.
  const next = hotp(fromBase32(secret), stepAt(new Date()) + 1);

  await signOut(page);
  await signInOnScreen(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Segundo factor' })).toBeVisible();
  await expect(page.getByLabel('Código')).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Código').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('hora de su teléfono');
  await setColorScheme(page, 'dark');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Código').fill(next);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaigns$/);

  await page.setViewportSize({ width: 1440, height: 900 });
  await signOut(page);
  await signInOnScreen(page, email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await expect(page.getByLabel('Código de recuperación')).toBeFocused();
  await page.getByLabel('Código de recuperación').fill(codes[0]!.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaigns$/);
  expect(await mailTo(email, /código de recuperación/)).toContain('Le quedan 9 códigos');

  await reset(page, id, email);
  await signInOnScreen(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/campaigns$/);
});

test('Seguridad shows the roles that must have it', async ({ page }) => {
  await enter(page, DEMO.admin, '/users');
  await page.getByRole('button', { name: 'Seguridad' }).click();
  const dialog = page.getByRole('dialog', { name: 'Seguridad' });
  await expect(dialog.getByRole('checkbox', { name: 'Administrador' })).not.toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Seguridad' })).toBeFocused();
});

async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Activar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'Código QR para la aplicación' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Código de la aplicación').fill(hotp(fromBase32(secret), stepAt(new Date())));
  await page.keyboard.press('Enter');
  const list = dialog.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const codes = await list.getByRole('listitem').allInnerTexts();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('campanero-codigos.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toContain(codes.join('\r\n'));
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText('Le quedan 10 códigos de recuperación.')).toBeVisible();
  await expectAccessible(page);
  return { secret, codes };
}

async function reset(page: Page, id: number, email: string): Promise<void> {
  await signOut(page);
  await enter(page, DEMO.admin, `/user/${id}`);
  await page.getByRole('button', { name: 'Restablecer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restablecer el segundo factor' });
  await expect(dialog).toContainText('Fausto Factor');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restablecer' }).click();
  await expect(page.getByText('No lo activó.')).toBeVisible();
  await mailTo(email, /Restablecimos su segundo factor/);
  await signOut(page);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(/\/signin/);
}

/** Somebody of one's own: the demo people sign in to other journeys meanwhile. */
async function anOperator(request: APIRequestContext, email: string): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` };
  const created = await request.post('/api/user', {
    headers,
    data: { firstName: 'Fausto', lastName: 'Factor', email, roles: [2] },
  });
  const { id } = (await created.json()) as { id: number };
  const token = /reset\/\d+\?token=([\w-]+)/.exec(await mailTo(email, /token=/))![1]!;
  const chosen = await request.post(`/api/password/${id}`, {
    params: { token },
    data: { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD },
  });
  expect(chosen.status()).toBe(200);
  return id;
}

/** As an app on a phone reads it. */
function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
