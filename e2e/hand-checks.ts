import { expect, type Page } from '@playwright/test';

/*
 * What axe does not see (rule accessibility/hand-checks): each returns what is wrong on the page as it stands, as lines to read.
 */

/** WCAG 2.5.8: what can be pressed is at least 24 by 24 pixels, and the buttons at the end of a row 40. A link within a text is exempt. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kinds = 'button, a[href], input, select, textarea, [role=button], [role=tab], [role=menuitem], [role=option]';
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(kinds)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const isInText = element.matches('a') && getComputedStyle(element).display === 'inline';
      if (isInText) continue;
      // A box that is drawn by its label or its frame is pressed there.
      const pressed = element.matches('input')
        ? (element.closest<HTMLElement>('label') ??
          element.closest<HTMLElement>('.MuiInputBase-root, .MuiSwitch-root, .MuiCheckbox-root') ??
          element)
        : element;
      // The whole row or line may be its target.
      const cover = getComputedStyle(pressed, '::after');
      if (cover.content !== 'none' && cover.position === 'absolute' && cover.inset === '0px') continue;
      const places = [pressed, element].map((target) => target.getBoundingClientRect());
      const width = Math.max(...places.map((place) => place.width));
      const height = Math.max(...places.map((place) => place.height));
      if (width < 2 && height < 2) continue;
      const least = element.matches('tbody td:last-child button') ? 40 : 24;
      if (Math.round(width) < least || Math.round(height) < least)
        faults.push(`${element.tagName} ${element.ariaLabel ?? element.textContent} ${width}x${height} < ${least}`);
    }
    return faults;
  });

/** WCAG 2.4.11: wherever the focus goes, no fixed bar covers it. The browser scrolls as it does at the Tab key. */
export const hiddenFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const kinds = 'a[href], button:not(:disabled), input:not(:disabled), textarea, [tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(kinds)) {
      if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus();
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const inset = 2;
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + inset, top + inset],
        [right - inset, top + inset],
        [left + inset, bottom - inset],
        [right - inset, bottom - inset],
      ] as const;
      const isSeen = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        // The input of a switch or a box is clear; what is seen is its frame. A message makes way or goes by itself.
        return (
          there &&
          (element.contains(there) ||
            there.contains(element) ||
            element.parentElement!.contains(there) ||
            there.closest('[aria-label="Avisos"]'))
        );
      });
      if (!isSeen) faults.push(`${element.tagName} ${element.ariaLabel ?? element.textContent} at ${left},${top}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
    return faults;
  });

/** WCAG 1.4.10: the page never scrolls sideways; what must be wide scrolls within itself. */
export const sidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1) && element.checkVisibility();
    });
    const names = beyond.map(
      (element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 30)}`,
    );
    return [`${scrollWidth} > ${clientWidth}`, ...names.slice(-5)];
  });

/** Buttons and tabs whose words no longer fit into them. */
export const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=tab], [role=menuitem], a.MuiButton-root')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent !== '')
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)
      .map((element) => `${element.textContent}: ${element.scrollHeight} > ${element.clientHeight}`),
  );

/** Still or over: with reduced motion nothing keeps moving. */
export const movement = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 0)
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
  );

/** WCAG 1.4.12, what a reader may set: lines 1.5, paragraphs 2, letters 0.12, words 0.16. */
export const applyTextSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [sheet];
  });

export const setLetterSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

export async function expectNoFaults(faults: Promise<string[]>, about: string): Promise<void> {
  expect.soft(await faults, about).toEqual([]);
}
