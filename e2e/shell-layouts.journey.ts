import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { openPage, pagesOf, PEOPLE } from './every-page.ts';
import { expectNoFaults, hiddenFocus, sidewaysScroll } from './hand-checks.ts';
import { aColleague, ADMINISTRATOR, enter, expect, FULL, OWN_PASSWORD, test, tokenOf } from './product.ts';

/**
 * Every setting of the shell with all its values; a horizontal layout has no navbar styles and sides of its own. And the pages,
 * each with another kind of content: lists, a form beside a document, charts, cards.
 */
const FACTORS = {
  page: ['campaigns', 'campaignDetail', 'contact', 'campaignStatistics', 'monitorLive', 'profile'],
  layout: ['layout1', 'layout2', 'layout3'],
  mode: ['container', 'boxed', 'fullwidth'],
  navbar: ['style-1', 'style-2', 'style-3', 'style-3-dense'],
  position: ['left', 'right'],
  folded: [true, false],
  toolbar: ['fixed', 'static', 'hidden'],
  footer: ['fixed', 'static', 'hidden'],
  direction: ['ltr', 'rtl'],
  scheme: ['light', 'dark'],
  letters: [100, 130],
  screen: ['desktop', 'tablet', 'mobile'],
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

const SCREENS = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 900, height: 1000 },
  mobile: { width: 390, height: 844 },
};

test('every two settings of the shell go together', FULL, async ({ page, request }, testInfo) => {
  const { email } = await aColleague(request, 'Delia', ADMINISTRATOR);
  const token = await tokenOf(request, email, OWN_PASSWORD);
  const addresses = await pagesOf(request, PEOPLE[0]);
  const combinations = pairwise();
  expect(combinations.length).toBeLessThan(36);
  // Three seconds each.
  test.setTimeout(600_000);
  await enter(page, email, '/404', OWN_PASSWORD);
  for (const [at, combination] of combinations.entries()) {
    const title = `${at} ${Object.values(combination).join(' ')}`;
    await test.step(title, async () => {
      await save(request, token, settingsOf(combination));
      await page.setViewportSize(SCREENS[combination.screen]);
      await page.evaluate((percent) => localStorage.setItem('fontSize', percent), String(combination.letters));
      await setColorScheme(page, combination.scheme);
      await openPage(page, addresses.get(combination.page)!);
      await expect(page.locator('html')).toHaveAttribute('dir', combination.direction);
      // On a phone the contact's own bar takes its place.
      const hasOwnBar = combination.page === 'contact' && combination.screen === 'mobile';
      await expect(page.getByRole('contentinfo')).toHaveCount(combination.footer === 'hidden' || hasOwnBar ? 0 : 1);
      // One slim line, whatever the layout and however small its letters.
      if (combination.footer !== 'hidden' && !hasOwnBar)
        expect((await page.getByRole('contentinfo').boundingBox())!.height).toBeCloseTo(
          Math.max(28, (28 * combination.letters) / 100),
          1,
        );
      await expect(page.getByRole('banner')).toHaveCount(combination.toolbar === 'hidden' ? 0 : 1);
      await page.screenshot({ path: testInfo.outputPath(`${String(at).padStart(2, '0')}.png`) });
      await expectNoFaults(sidewaysScroll(page), `${title}: sideways`);
      await expectNoFaults(hiddenFocus(page), `${title}: focus`);
      await expectAccessible(page, title);
    });
  }
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
  // The mirrored styles are loaded when somebody wants them.
  await expect.poll(() => frameOf(page)).toMatchObject({ direction: 'rtl', aside: [expect.any(Number), 120] });
  const first = await frameOf(page);
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
