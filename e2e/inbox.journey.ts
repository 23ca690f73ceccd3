import type { Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, mailTo, ownEmail, test, tokenOf } from './product.ts';

const PASSWORD = 'siete faroles y un tranvía';
const INVITED = 'Su cuenta de Campanero';
const CHANGED = 'Su contraseña de Campanero cambió';
const LINK = 'Restablecer su contraseña de Campanero';

const rows = (page: Page) => page.getByRole('region', { name: 'Mensajes' }).getByRole('link');
/** Beside the title; the menu that is closing has its own. */
const unread = (page: Page, count: number) => page.getByRole('main').getByText(`${count} sin leer`);
const message = (page: Page, subject: string) => page.getByRole('article', { name: subject });

test('a new colleague reads what the system wrote: live, by keyboard, in the dark and on a phone', async ({
  page,
  request,
}) => {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` };
  const email = ownEmail('Irma');
  const created = await request.post('/api/user', {
    headers,
    data: { firstName: 'Irma', lastName: 'Correa', email, roles: [2] },
  });
  expect(created.status()).toBe(201);
  const [, id, token] = /\/reset\/(\d+)\?token=([\w-]+)/.exec(await mailTo(email, /\/reset\/\d+\?token=/))!;
  await request.post(`/api/password/${id}`, {
    params: { token: token! },
    data: { password: PASSWORD, passwordConfirmation: PASSWORD },
  });

  await enter(page, email, '/campaigns', PASSWORD);
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await expect(page.getByRole('menuitem', { name: /^Inbox/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Inbox 2 sin leer' }).click();
  await expect(rows(page)).toContainText([CHANGED, INVITED]);
  await expect(page.getByText('Elija un mensaje')).toBeVisible();
  await rows(page).first().click();
  await expect(message(page, CHANGED)).toContainText('las demás sesiones abiertas se cerraron');
  await expect(unread(page, 1)).toBeVisible();
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(message(page, INVITED)).toContainText('El enlace está en el mensaje que llegó a su correo.');
  await expect(message(page, INVITED)).not.toContainText('token');
  await expect(unread(page, 1)).toHaveCount(0);

  // While one looks: an administrator sends a link, and the list has its message.
  await expect(page.getByText('Conectado', { exact: true })).toBeVisible();
  expect((await request.post(`/api/user/${id}/recovery`, { headers })).ok()).toBe(true);
  await expect(rows(page)).toContainText([LINK, CHANGED, INVITED]);
  await expect(unread(page, 1)).toBeVisible();
  await setColorScheme(page, 'dark');
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(message(page, INVITED)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Volver a los mensajes' }).click();
  await page.getByRole('searchbox', { name: 'Buscar mensajes' }).fill('CONTRASENA de campanero');
  await expect(rows(page)).toContainText([LINK, CHANGED]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await rows(page).first().click();
  await expect(message(page, LINK)).toBeVisible();
  // The phone's own way back leads to the list as it was searched.
  await page.goBack();
  await expect(rows(page)).toContainText([LINK, CHANGED]);
});
