import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const binding = createRequire(import.meta.url).resolve('@axe-core/playwright');
/** The small one of the two that axe comes in: reading it is a good part of a check. */
const SOURCE = readFileSync(createRequire(binding).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA, named one by one: a default run leaves target-size out. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Switches the system's colour scheme; the page has changed when this resolves. */
export async function setColorScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveCSS('color-scheme', scheme);
}

interface Axe {
  run(
    within: Document | { exclude: string[] } | { include: string[] },
    options: object,
  ): Promise<{ violations: Violation[] }>;
}
interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/**
 * Asks axe itself: its binding for Playwright reads the source twice into the page at every check, also where it is already,
 * which was a third of the time. What it does more is about frames, and we have none.
 */
export async function expectAccessible(page: Page, about?: string): Promise<void> {
  expect(page.frames()).toHaveLength(1);
  // What opens over the page hides it at once and is drawn a moment later.
  await page.waitForFunction(
    () =>
      document.getElementById('root')?.ariaHidden !== 'true' ||
      [...document.querySelectorAll('body > :not(#root) .MuiPaper-root')].some((paper) =>
        paper.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const faults = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: Axe };
    // Only what is wrong is gathered with its places: everything that is right took most of the time.
    const options = { resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } };
    // What lies under a dialog or a menu can be neither read nor reached, and going through it took half of the time.
    const isCovered = document.getElementById('root')?.ariaHidden === 'true';
    const { violations } = await axe.run(isCovered ? { exclude: ['#root'] } : document, options);
    // A fixed bar may cut what scrolls under it: such a target is small only where it happens to stand.
    const before = window.scrollY;
    for (const violation of violations.filter(({ id }) => id === 'target-size')) {
      const small: Violation['nodes'] = [];
      for (const node of violation.nodes) {
        document.querySelector(node.target.join(' '))?.scrollIntoView({ block: 'center' });
        const again = await axe.run({ include: node.target }, { runOnly: ['target-size'] });
        if (again.violations.length > 0) small.push(node);
      }
      violation.nodes = small;
    }
    window.scrollTo(0, before);
    return violations
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  }, TAGS);
  // Named, it is one of many: the others are looked at all the same.
  (about ? expect.soft : expect)(faults, about).toEqual([]);
}
