import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  aColleague,
  ADMINISTRATOR,
  enter,
  expect,
  expectNoSidewaysScroll,
  OWN_PASSWORD,
  test,
  tokenOf,
} from './product.ts';

/** Every setting of the shell with all its values; a horizontal layout has no navbar styles and sides of its own. */
const FACTORS = {
  layout: ['layout1', 'layout2', 'layout3'],
  mode: ['container', 'boxed', 'fullwidth'],
  navbar: ['style-1', 'style-2', 'style-3', 'style-3-dense'],
  position: ['left', 'right'],
  folded: [true, false],
  toolbar: ['fixed', 'static', 'hidden'],
  footer: ['fixed', 'static', 'hidden'],
  direction: ['ltr', 'rtl'],
  screen: ['desktop', 'mobile'],
} as const;
type Factor = keyof typeof FACTORS;
type Combination = { [F in Factor]: (typeof FACTORS)[F][number] };
const NAMES = Object.keys(FACTORS) as Factor[];

/** Greedy and deterministic: the next combination is the one that shows the most pairs of values not seen together yet. */
function pairwise(): Combination[] {
  const pairsOf = (row: Partial<Combination>) =>
    NAMES.flatMap((a, at) =>
      NAMES.slice(at + 1)
        .filter((b) => row[a] !== undefined && row[b] !== undefined)
        .map((b) => `${a}=${String(row[a])} ${b}=${String(row[b])}`),
    );
  const missing = new Set<string>();
  for (const [at, a] of NAMES.entries())
    for (const b of NAMES.slice(at + 1))
      for (const x of FACTORS[a]) for (const y of FACTORS[b]) missing.add(`${a}=${String(x)} ${b}=${String(y)}`);
  const rows: Combination[] = [];
  while (missing.size > 0) {
    const row: Partial<Combination> = {};
    // Begins with a pair that is still missing, so that every row brings at least one.
    for (const part of [...missing][0]!.split(' ')) {
      const [name, value] = part.split('=') as [Factor, string];
      Object.assign(row, { [name]: FACTORS[name].find((candidate) => String(candidate) === value) });
    }
    for (const name of NAMES.filter((factor) => row[factor] === undefined)) {
      const gain = (value: unknown) => pairsOf({ ...row, [name]: value }).filter((pair) => missing.has(pair)).length;
      const [best] = [...FACTORS[name]].sort((x, y) => gain(y) - gain(x));
      Object.assign(row, { [name]: best });
    }
    for (const pair of pairsOf(row)) missing.delete(pair);
    rows.push(row as Combination);
  }
  return rows;
}

const bar = (style: 'fixed' | 'static' | 'hidden') =>
  style === 'hidden' ? { display: false } : { display: true, style };

function settingsOf({ layout, mode, navbar, position, folded, toolbar, footer, direction }: Combination) {
  const isSide = layout === 'layout1';
  return {
    direction,
    layout: {
      style: layout,
      config: {
        mode,
        containerWidth: isSide ? 1200 : 1120,
        navbar: isSide
          ? { display: true, style: navbar, position, folded }
          : { display: true, style: folded ? 'fixed' : 'static' },
        toolbar: { ...bar(toolbar), position: position === 'left' ? 'below' : 'above' },
        footer: bar(footer),
      },
    },
  };
}

async function save(request: APIRequestContext, token: string, settings: object): Promise<void> {
  const answer = await request.post('/api/auth/user/update', {
    headers: { Authorization: `Bearer ${token}` },
    data: { user: { data: { settings } } },
  });
  expect(answer.status()).toBe(200);
}

/** What can be seen of the frame: enough to tell one combination from another. */
const frameOf = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => {
      const place = document.querySelector(selector)?.getBoundingClientRect();
      return place && [Math.round(place.x), Math.round(place.width)];
    };
    return {
      direction: getComputedStyle(document.body).direction,
      aside: box('aside'),
      header: box('header'),
      footer: box('footer'),
      main: box('main'),
    };
  });

/** What has the focus is seen whole, whatever stays at the window's edges (WCAG 2.4.11): the last entries, from below upwards. */
async function expectFocusInSight(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const inMain = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button):not([disabled])')];
    const walk = [...inMain.slice(-4), ...inMain.slice(0, 4)].filter((element) => element.offsetParent !== null);
    return walk
      .filter((element) => {
        element.focus();
        element.scrollIntoView({ block: 'nearest' });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return on === null || !(element.contains(on) || on.contains(element));
      })
      .map((element) => element.textContent?.trim() || element.ariaLabel);
  });
  expect(covered).toEqual([]);
}

const SCREENS = { desktop: { width: 1280, height: 800 }, mobile: { width: 390, height: 844 } };

test('every two settings of the shell go together', async ({ page, request }, testInfo) => {
  const { email } = await aColleague(request, 'Delia', ADMINISTRATOR);
  const token = await tokenOf(request, email, OWN_PASSWORD);
  const all = pairwise();
  expect(all.length).toBeLessThan(36);
  // Three seconds each: every third with the other journeys, all of them with `npm run e2e:full`.
  const combinations = process.env.E2E_FULL ? all : all.filter((_, place) => place % 3 === 0);
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  for (const [at, combination] of combinations.entries())
    await test.step(`${at} ${Object.values(combination).join(' ')}`, async () => {
      await save(request, token, settingsOf(combination));
      await page.setViewportSize(SCREENS[combination.screen]);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Campañas' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', combination.direction);
      await expect(page.getByRole('contentinfo')).toHaveCount(combination.footer === 'hidden' ? 0 : 1);
      await expect(page.getByRole('banner')).toHaveCount(combination.toolbar === 'hidden' ? 0 : 1);
      await expectNoSidewaysScroll(page);
      await expectFocusInSight(page);
      // Each takes a second: every fourth of all meets every value.
      if (at % 4 === 0) await expectAccessible(page);
      await page.screenshot({ path: testInfo.outputPath(`${String(at).padStart(2, '0')}.png`) });
    });
});

test('a reload and a second device show the same shell', async ({ page, request, browser }) => {
  const { email } = await aColleague(request, 'Delia', ADMINISTRATOR);
  const token = await tokenOf(request, email, OWN_PASSWORD);
  const settings = {
    direction: 'rtl',
    layout: {
      style: 'layout1',
      config: {
        mode: 'boxed',
        containerWidth: 1200,
        navbar: { style: 'style-3', position: 'right' },
        footer: { display: false },
      },
    },
  };
  await save(request, token, settings);
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  const heading = (on: Page) => on.getByRole('heading', { level: 1, name: 'Campañas' });
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('complementary').first()).toBeVisible();
  const first = await frameOf(page);
  expect(first).toMatchObject({ direction: 'rtl', aside: [expect.any(Number), 120] });
  expect(first.footer).toBeUndefined();
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => frameOf(page)).toEqual(first);
  const other = await (await browser.newContext()).newPage();
  await enter(other, email, '/campaigns', OWN_PASSWORD);
  await expect(heading(other)).toBeVisible();
  await expect.poll(() => frameOf(other)).toEqual(first);
  await other.context().close();
});
