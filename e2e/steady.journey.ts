import type { Page } from '@playwright/test';
import { pagesOf, PEOPLE } from './every-page.ts';
import { enter, expect, FULL, test } from './product.ts';

// Nothing moves by itself once it is drawn, also not when the settings of the shell arrive from another device.

const LIMIT = 0.02;
const [, COORDINATOR, , OPERATOR] = PEOPLE;
/** Each asks for another shell than this browser has drawn before it knows: a darker one, another layout, other bars. */
const SETTINGS = [
  { layout: { style: 'layout1', config: { mode: 'boxed', navbar: { style: 'style-3', position: 'right' } } } },
  {},
  { theme: { main: 'campanero-noche' }, preferences: { density: 'compact' } },
  { layout: { style: 'layout2' } },
];

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Every shift from the first drawing on, summed up: stricter than the browsers' own measure, which takes the worst second. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) (window as unknown as { shifts: number }).shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
}

test.describe('pages stand still while they load', FULL, () => {
  test.use({ fresh: true });

  test('sign-in', async ({ page }) => {
    await watchShifts(page);
    await page.goto('/signin');
    await settle(page);
    expect(await shiftsOf(page)).toBeLessThan(LIMIT);
  });

  for (const [place, settings] of SETTINGS.entries())
    test(`campaigns, contact and statistics, with other settings on the server (${place})`, async ({
      page,
      request,
    }) => {
      const pages = await pagesOf(request, COORDINATOR);
      await watchShifts(page);
      await page.route('**/api/check', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), settings } });
      });
      await enter(page, COORDINATOR.email, '/404');
      for (const id of ['campaigns', 'contact', 'statistics'] as const) {
        // As on a device that has never seen these settings.
        await page.evaluate(() => localStorage.removeItem('shell'));
        await page.goto(pages.get(id)!);
        await settle(page);
        expect.soft(await shiftsOf(page), id).toBeLessThan(LIMIT);
      }
    });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ])
    test(`the contact page has its shape before its data come, at ${size.width}x${size.height}`, async ({
      page,
      request,
    }) => {
      const path = (await pagesOf(request, OPERATOR)).get('contact')!;
      await page.setViewportSize(size);
      await enter(page, OPERATOR.email, '/404');
      const arrivals: Record<'campaign' | 'contact', () => void> = { campaign: () => {}, contact: () => {} };
      const held = (part: keyof typeof arrivals) => new Promise<void>((resolve) => (arrivals[part] = resolve));
      const [campaign, contact] = [held('campaign'), held('contact')];
      await page.route(/\/api\/campaign\/\d+$/, (route) => campaign.then(() => route.continue()));
      await page.route('**/api/detail/**', (route) => contact.then(() => route.continue()));
      const callbacks = page.waitForResponse(/\/api\/callback$/);
      await page.goto(path);
      await callbacks;
      // Header, one's day in a low window, results, tabs and script: where each begins, and how far it goes.
      const shape = () =>
        page.locator('main .MuiPaper-root').evaluateAll((cards) =>
          cards.map((card) => {
            const { x, y, width, height } = card.getBoundingClientRect();
            return [x, y, width, height].map(Math.round);
          }),
        );
      const number = page.getByRole('heading', { level: 1 });
      await expect(number).toBeVisible();
      const [atFirst, numberAtFirst] = [await shape(), await number.boundingBox()];
      expect(atFirst).toHaveLength(size.height < 800 ? 5 : 4);
      arrivals.campaign();
      await expect(page.getByRole('tab', { name: 'Contactos' })).toBeVisible();
      expect(await shape()).toEqual(atFirst);
      arrivals.contact();
      await expect(page.getByRole('list', { name: 'Personas de este número' })).toBeVisible();
      expect(await shape()).toEqual(atFirst);
      expect(await number.boundingBox()).toEqual(numberAtFirst);
    });
});
