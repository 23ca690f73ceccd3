import type { Page } from '@playwright/test';
import { pagesOf, PEOPLE } from './every-page.ts';
import { enter, expect, test } from './product.ts';

// Nothing moves by itself once it is drawn (UX-11), also not when the settings of the shell arrive from another device.

const LIMIT = 0.02;
const [, COORDINATOR] = PEOPLE;
/** Each asks for another shell than this browser has drawn before it knows: a darker one, another layout, other bars. */
const SETTINGS = [
  { layout: { style: 'layout1', config: { mode: 'boxed', navbar: { style: 'style-3', position: 'right' } } } },
  // The others with `npm run e2e:full`.
  ...(process.env.E2E_FULL
    ? [
        {},
        { theme: { main: 'campanero-noche' }, preferences: { density: 'compact' } },
        { layout: { style: 'layout2' } },
      ]
    : []),
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

test.describe('pages stand still while they load', () => {
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
});
