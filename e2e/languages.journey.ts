import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  aColleague,
  enter,
  expect,
  expectNoSidewaysScroll,
  FULL,
  navigateInApp,
  OWN_PASSWORD,
  placeOf,
  test,
  tokenOf,
} from './product.ts';

const PHONE_WIDTH = 390;

async function choose(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^(Idioma|Language|Dil|اللغة):/ }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
}

const direction = (page: Page) => page.locator('html');
/** Its name may go on with a count. */
const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });

/** Whether a text stands from left to right on the screen, whatever the page does. */
const readsFromLeft = (text: Locator) =>
  text.evaluate((element) => {
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const leftOf = (place: number) => {
      const range = document.createRange();
      range.setStart(letters, place);
      range.setEnd(letters, place + 1);
      return range.getBoundingClientRect().left;
    };
    return leftOf(0) < leftOf(letters.length - 1);
  });

async function aRunningCampaign(page: Page, email: string): Promise<number> {
  const headers = { Authorization: `Bearer ${await tokenOf(page.request, email, OWN_PASSWORD)}` };
  const answer = await page.request.get('/api/campaign', { headers, params: { status: 'EN CURSO' } });
  const { campaigns } = (await answer.json()) as { campaigns: { id: number; status: string }[] };
  return campaigns.find(({ status }) => status === 'EN CURSO')!.id;
}

test('the shell in four languages; Arabic turns every page, and a reload keeps it', FULL, async ({ page, browser }) => {
  const { email } = await aColleague(page.request, 'Amira');
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  await expect(entry(page, 'Campañas')).toBeVisible();

  await test.step('English and Turkish translate the shell alone', async () => {
    await choose(page, 'English');
    await expect(entry(page, 'Campaigns')).toBeVisible();
    await choose(page, 'Türkçe');
    await expect(entry(page, 'Kampanyalar')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Campañas' })).toBeVisible();
    await expect(direction(page)).toHaveAttribute('dir', 'ltr');
  });

  await test.step('Arabic turns the page', async () => {
    // Once it is saved, another device would have it as well.
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/auth/user/update') && answer.request().postData()!.includes('rtl'),
    );
    await choose(page, 'العربية');
    await expect(direction(page)).toHaveAttribute('dir', 'rtl');
    expect((await saved).status()).toBe(200);
    // The message about it stands at the page's upper end, which is the left one now, beside its button.
    const button = await placeOf(page.getByRole('link', { name: 'Crear Campaña' }));
    await expect
      .poll(async () => (await placeOf(page.getByRole('region', { name: 'الرسائل' }))).x)
      .toBe(button.x + button.width + 8);
    await page.reload();
    await expect(entry(page, 'الحملات')).toBeVisible();
    await expect(direction(page)).toHaveAttribute('dir', 'rtl');
    await expect(direction(page)).toHaveAttribute('lang', 'es');
    await expect(
      page
        .locator('[lang="ar"]')
        .filter({ has: page.getByRole('link', { name: /^الحملات/ }) })
        .first(),
    ).toBeVisible();
    const navbar = await placeOf(entry(page, 'الحملات'));
    expect(navbar.x).toBeGreaterThan(page.viewportSize()!.width / 2);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  await test.step('another computer has the same language', async () => {
    const other = await browser.newPage();
    await enter(other, email, '/campaigns', OWN_PASSWORD);
    await expect(entry(other, 'الحملات')).toBeVisible();
    await expect(direction(other)).toHaveAttribute('dir', 'rtl');
    await other.close();
  });

  await test.step('numbers keep their order', async () => {
    await navigateInApp(page, `/campaign/detail/${await aRunningCampaign(page, email)}`);
    const phone = page
      .getByRole('table')
      .locator('bdi')
      .filter({ hasText: /^\d{2} \d{4} \d{4}$/ })
      .first();
    await expect(phone).toBeVisible();
    expect(await readsFromLeft(phone)).toBe(true);
    const day = page
      .getByRole('table')
      .locator('bdi')
      .filter({ hasText: /^\d\d-\d\d-\d{4} ~/ })
      .first();
    expect(await readsFromLeft(day)).toBe(true);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  await test.step('charts begin at the right', async () => {
    await navigateInApp(page, '/statistics');
    const chart = page
      .getByRole('img')
      .filter({ has: page.locator('text') })
      .first();
    const zero = chart.locator('text', { hasText: /^0$/ }).first();
    await expect(zero).toBeVisible();
    const [whole, axis] = [await placeOf(chart), await placeOf(zero)];
    expect(axis.x).toBeGreaterThan(whole.x + whole.width / 2);
    await expectNoSidewaysScroll(page);
  });

  await test.step('on a phone the navigation comes from the right', async () => {
    await page.setViewportSize({ width: PHONE_WIDTH, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'إظهار القائمة' }).click();
    await expect
      .poll(async () => {
        const { x, width } = await placeOf(page.getByRole('dialog'));
        return x + width;
      })
      .toBe(PHONE_WIDTH);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('back to Spanish', async () => {
    await choose(page, 'Español');
    await expect(direction(page)).toHaveAttribute('dir', 'ltr');
    await expect(entry(page, 'Campañas')).toBeVisible();
  });
});
