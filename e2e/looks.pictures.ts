import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { setColorScheme } from './accessible.ts';
import { expectDrawn, GUEST_PATHS, openEach, pagesOf, PEOPLE } from './every-page.ts';
import { LOOKS } from './looks-report.ts';
import { enter, expect, test } from './product.ts';

// A picture of every page as the person who works on it, at three sizes, light, dark and from right to left.

test.use({ expectedFailures: [400, 404] });

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const;
const [ADMINISTRATOR, COORDINATOR, , OPERATOR] = PEOPLE;

/** Pages of the lower roles that an administrator sees otherwise. */
const OF_OTHERS = [
  { person: COORDINATOR, pages: ['campaigns', 'campaignDetail', 'monitorLive', 'statistics'] },
  {
    person: OPERATOR,
    pages: ['campaigns', 'campaign', 'campaignDetail', 'campaignStatistics', 'contact', 'callbacks'],
  },
];

const FOLDER = join(LOOKS, 'now');

const DRAWING_MS = 300;

/** As another tab of the same user would: shown here, saved nowhere. */
const setDirection = async (page: Page, direction: 'ltr' | 'rtl') => {
  await page.evaluate((wanted) => {
    const stored = JSON.parse(localStorage.getItem('shell') ?? 'null') as { settings: object } | null;
    if (!stored) return;
    const next = { ...stored, settings: { ...stored.settings, direction: wanted } };
    localStorage.setItem('shell', JSON.stringify(next));
    dispatchEvent(new StorageEvent('storage', { key: 'shell' }));
  }, direction);
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
};

/** Sessions, ports and the database's clock differ at each run. */
const masksOf = (page: Page): Locator[] => [
  page.getByRole('region', { name: /^(Sesiones abiertas|Nodos)$/ }),
  ...(page.url().endsWith('/admin/status') ? [page.getByText(/^Actualizado /)] : []),
];

const keep = (page: Page, name: string) =>
  page.screenshot({
    path: join(FOLDER, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    mask: masksOf(page),
    maskColor: '#808080',
  });

const settled = async (page: Page) => {
  await expectDrawn(page);
  await expect(page.getByText('Conectando…')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  // Folded bars and pages of a PDF are drawn a moment after their code has come.
  await page.waitForTimeout(DRAWING_MS);
};

async function takeAll(page: Page, name: string, directions: readonly ('ltr' | 'rtl')[]): Promise<void> {
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    await settled(page);
    for (const scheme of ['light', 'dark'] as const) {
      await setColorScheme(page, scheme);
      await keep(page, `${name}-${width}-${scheme}`);
    }
    await setColorScheme(page, 'light');
    if (!directions.includes('rtl')) continue;
    await setDirection(page, 'rtl');
    await keep(page, `${name}-${width}-rtl`);
    await setDirection(page, 'ltr');
  }
}

for (const path of GUEST_PATHS)
  test(`guest, ${path.split(/[/?]/)[1]}`, async ({ page }) => {
    await page.goto(path);
    await takeAll(page, `guest-${path.split(/[/?]/)[1]}`, ['ltr']);
  });

for (const { person, pages: wanted } of [{ person: ADMINISTRATOR, pages: undefined }, ...OF_OTHERS])
  test(`pages of the ${person.name}`, async ({ page, request }) => {
    test.setTimeout(3_600_000);
    await enter(page, person.email, '/404');
    for (const [id, path] of await pagesOf(request, person)) {
      if (wanted && !wanted.includes(id)) continue;
      await test.step(id, async () => {
        await page.goto(path);
        const name = `${person.name}-${id}`;
        await takeAll(page, name, ['ltr', 'rtl']);
        await page.setViewportSize(SIZES[0]);
        const part = page.locator(id === 'campaigns' ? 'body' : 'main');
        await openEach(page, part, async (opener) => {
          const over = opener.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\W+/g, '-').slice(0, 40);
          await page.waitForTimeout(DRAWING_MS);
          for (const scheme of ['light', 'dark'] as const) {
            await setColorScheme(page, scheme);
            await keep(page, `${name}-over-${over}-${scheme}`);
          }
          await setColorScheme(page, 'light');
        });
      });
    }
  });
