import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { aColleague, enter, expect, expectNoSidewaysScroll, FULL, OWN_PASSWORD, test, tokenOf } from './product.ts';

/** The page's ground in some schemes. */
const GROUND = {
  campanero: 'rgb(244, 246, 247)',
  ceibo: 'rgb(248, 245, 245)',
  'ceibo-noche': 'rgb(23, 16, 18)',
  celeste: 'rgb(243, 247, 250)',
};
const expectGround = (page: Page, scheme: keyof typeof GROUND) =>
  expect(page.locator('body')).toHaveCSS('background-color', GROUND[scheme]);
const sheet = (page: Page, name: 'Theme Settings' | 'Theme Color Schemes') => page.getByRole('dialog', { name });
const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a scheme applies at once, after a reload and on another device', async ({ page, browser, baseURL, request }) => {
  const { email } = await aColleague(request, 'Clara');
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const other = await elsewhere.newPage();
  await enter(other, email, '/campaigns', OWN_PASSWORD);
  await expect(other.getByText('Conectado', { exact: true })).toBeVisible();
  await expectGround(other, 'campanero');

  await tab(page, 'Theme Color Schemes').click();
  const schemes = sheet(page, 'Theme Color Schemes');
  await expect(schemes.getByRole('button', { pressed: true })).toHaveText('Campanero');
  await expectAccessible(page);
  await schemes.getByRole('button', { name: 'Ceibo noche' }).click();
  await expectGround(page, 'ceibo-noche');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.getByText('User data saved to')).toBeVisible();
  await expectGround(other, 'ceibo-noche');
  await expectAccessible(page);

  // From one sheet to the other without leaving it, and back to where one came from.
  await schemes.getByRole('button', { name: 'Theme Settings' }).click();
  const settings = sheet(page, 'Theme Settings');
  await expect(settings.getByRole('combobox', { name: 'Footer' })).toHaveText('Ceibo noche');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(tab(page, 'Theme Color Schemes')).toBeFocused();

  await page.reload();
  await expectGround(page, 'ceibo-noche');
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitemradio', { name: 'Claro' }).click();
  await page.keyboard.press('Escape');
  for (const device of [page, other]) await expectGround(device, 'ceibo');
  await tab(page, 'Theme Settings').click();
  await expect(settings.getByRole('combobox', { name: 'Toolbar' })).toHaveText('Ceibo');
  await expectAccessible(page);
  // A click outside closes it.
  await page.mouse.click(500, 500);
  await expect(settings).toBeHidden();
  await elsewhere.close();
});

test(
  'a damaged record falls back, a phone has the sheets in its menu, a guest’s stay in the browser',
  FULL,
  async ({ page, request }) => {
    const { email } = await aColleague(request, 'Dario');
    const headers = { Authorization: `Bearer ${await tokenOf(request, email, OWN_PASSWORD)}` };
    const settings = { layout: 'round', theme: { main: 'nobody', navbar: 7, toolbar: null }, direction: [], other: 1 };
    const saved = await request.post('/api/auth/user/update', { headers, data: { user: { data: { settings } } } });
    expect(saved.status()).toBe(400);
    // As a record of former times, or written by hand, may still hold it.
    await page.route('**/api/check', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), settings } });
    });
    await enter(page, email, '/campaigns', OWN_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Campañas' })).toBeVisible();
    await expectGround(page, 'campanero');

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(tab(page, 'Theme Settings')).toBeHidden();
    await page.getByRole('button', { name: /Menú de usuario/ }).click();
    await page.getByRole('menuitem', { name: 'Theme Settings' }).click();
    await expect(sheet(page, 'Theme Settings').getByRole('combobox', { name: 'Navbar', exact: true })).toHaveText(
      'Grafito',
    );
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.unroute('**/api/check');

    // Somebody without roles: nothing of theirs is sent.
    let sent = 0;
    await page.route('**/api/auth/user/update', (route) => {
      sent += 1;
      return route.abort();
    });
    await page.route('**/api/check', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), roles: [] } });
    });
    await page.evaluate(() => localStorage.removeItem('shell'));
    await page.goto('/pages/profile');
    await expect(page.getByText('Invitado').first()).toBeVisible();
    await tab(page, 'Theme Color Schemes').click();
    await sheet(page, 'Theme Color Schemes').getByRole('button', { name: 'Celeste', exact: true }).click();
    await expectGround(page, 'celeste');
    await page.reload();
    await expectGround(page, 'celeste');
    await expect(page.getByText('Invitado').first()).toBeVisible();
    await expectGround(page, 'celeste');
    expect(sent).toBe(0);
  },
);
