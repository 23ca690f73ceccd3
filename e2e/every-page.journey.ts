import { expectAccessible, setColorScheme } from './accessible.ts';
import { expectDrawn, GUEST_PATHS, openEach, openPage, pagesOf, PEOPLE } from './every-page.ts';
import {
  cutLabels,
  expectNoFaults,
  hiddenFocus,
  movement,
  setLetterSize,
  sidewaysScroll,
  smallTargets,
  applyTextSpacing,
} from './hand-checks.ts';
import { enter, expect, FULL, test } from './product.ts';

// Every page once as the administrator, who sees most of it, in alternating scheme and width. `npm run e2e:full` adds every role,
// scheme and width, everything that opens over a page, and larger letters.

// An export and a link that do not exist are among the pages.
test.use({ expectedFailures: [400, 404] });

const SIZES = [
  { width: 1440, height: 1000 },
  { width: 900, height: 1000 },
  { width: 390, height: 844 },
];
const SCHEMES = ['light', 'dark'] as const;
const [ADMIN] = PEOPLE;
/** The pages are shared out over the workers. */
const SHARES = 4;

for (let share = 0; share < SHARES; share += 1)
  test(`every page is accessible and reflows, ${share + 1} of ${SHARES}`, async ({ page, request }) => {
    const pages = [...(await pagesOf(request, ADMIN))].filter((_, place) => place % SHARES === share);
    await enter(page, ADMIN.email, '/404');
    await setColorScheme(page, SCHEMES[share % 2]!);
    for (const [place, [id, path]] of pages.entries()) {
      await test.step(id, async () => {
        await page.setViewportSize(SIZES[(place + share) % SIZES.length]!);
        await openPage(page, path);
        await expectAccessible(page);
        await expectNoFaults(smallTargets(page), `${id}: targets`);
        await expectNoFaults(hiddenFocus(page), `${id}: focus`);
        // 400 % on a screen of 1280 pixels.
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoFaults(sidewaysScroll(page), `${id}: reflow at 320`);
      });
    }
  });

test(
  'every page stands still, needs no dragging and bears wide text and larger letters',
  FULL,
  async ({ page, request }) => {
    test.setTimeout(600_000);
    await enter(page, ADMIN.email, '/404');
    for (const [id, path] of await pagesOf(request, ADMIN))
      await test.step(id, async () => {
        await openPage(page, path);
        await expectNoFaults(movement(page), `${id}: motion`);
        expect.soft(await page.locator('[draggable=true]').count(), `${id}: drag-only actions`).toBe(0);
        // 200 % with wide text, then the largest letters that can be chosen.
        await page.setViewportSize({ width: 640, height: 512 });
        await applyTextSpacing(page);
        await expectNoFaults(sidewaysScroll(page), `${id}: text spacing`);
        await expectNoFaults(cutLabels(page), `${id}: text spacing cuts`);
        await page.evaluate(() => (document.adoptedStyleSheets = []));
        await page.setViewportSize({ width: 1280, height: 900 });
        await setLetterSize(page, 130);
        await expectNoFaults(sidewaysScroll(page), `${id}: letters of 130 %`);
        await expectNoFaults(cutLabels(page), `${id}: letters of 130 % cut`);
      });
  },
);

test('the pages without a session pass the same checks', async ({ page }) => {
  for (const [place, path] of GUEST_PATHS.entries()) {
    await page.setViewportSize(SIZES[place % SIZES.length]!);
    await openPage(page, path);
    for (const scheme of SCHEMES) {
      await setColorScheme(page, scheme);
      await expectAccessible(page);
    }
    await expectNoFaults(smallTargets(page), `${path}: targets`);
    await expectNoFaults(hiddenFocus(page), `${path}: focus`);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoFaults(sidewaysScroll(page), `${path}: reflow at 320`);
    await applyTextSpacing(page);
    await expectNoFaults(sidewaysScroll(page), `${path}: text spacing`);
  }
});

test('keyboard focus never lands on hidden elements', async ({ page }) => {
  // The bars stay where they are while Tab goes through a list that is longer than the window.
  await page.setViewportSize({ width: 1440, height: 600 });
  await enter(page, ADMIN.email, '/campaigns');
  await expectDrawn(page);
  const stops = new Set<string>();
  for (let step = 0; step < 45; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      return {
        name: `${focused.tagName} ${focused.ariaLabel ?? focused.textContent}`,
        isSeen: focused.contains(there) || focused.parentElement!.contains(there),
        isMarked: outlineStyle !== 'none' || boxShadow !== 'none' || focused.matches('input, body'),
      };
    });
    expect.soft(stop, stop.name).toMatchObject({ isSeen: true, isMarked: true });
    stops.add(stop.name);
  }
  expect(stops.size).toBeGreaterThan(25);
});

test('with forced colours every control keeps a border', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, ADMIN.email, '/campaigns');
  await expectDrawn(page);
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button.MuiButton-root, a.MuiButton-root, .MuiInputBase-root')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const edge = element.querySelector('fieldset') ?? element;
        const { borderTopWidth, borderTopStyle, forcedColorAdjust } = getComputedStyle(edge);
        return forcedColorAdjust === 'none' || borderTopStyle === 'none' || borderTopWidth === '0px';
      })
      .map((element) => element.textContent),
  );
  expect(bare).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
});

for (const person of PEOPLE)
  for (const scheme of SCHEMES)
    for (const size of SIZES)
      test(`all of it as ${person.name}, ${scheme}, ${size.width} px`, FULL, async ({ page, request }) => {
        test.setTimeout(1_800_000);
        await page.setViewportSize(size);
        await enter(page, person.email, '/404');
        await setColorScheme(page, scheme);
        const pages = [...(await pagesOf(request, person))];
        for (const [place, [id, path]] of pages.entries())
          await test.step(id, async () => {
            await openPage(page, path);
            await expectAccessible(page, id);
            await expectNoFaults(smallTargets(page), `${id}: targets`);
            await expectNoFaults(sidewaysScroll(page), `${id}: sideways`);
            // What the bars open is the same on every page.
            const part = page.locator(place === 0 ? 'body' : 'main');
            await openEach(page, part, (name) => expectAccessible(page, `${id}, ${name}`));
          });
      });
