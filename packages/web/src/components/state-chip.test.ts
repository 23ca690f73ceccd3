import { describe, expect, test } from 'vitest';
import { contrastRatio, inkOn } from '../theme/color.ts';
import { themeOf } from '../theme/create-theme.ts';
import { STATE_SWATCHES } from '../theme/tokens.ts';
import { chipGround, usableColor } from './state-chip.tsx';

/** A grid over the RGB cube, and the suggested colours. */
const LEVELS = [0, 51, 102, 153, 204, 255];
const hex = (...parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
const COLORS = [
  ...LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => hex(red, green, blue)))),
  ...STATE_SWATCHES.map(({ color }) => color),
];

describe.each(['campanero', 'campanero-noche'] as const)('in %s', (scheme) => {
  test('the label is readable on the tint of any colour', () => {
    const { text, background } = themeOf(scheme).palette;
    const worst = Math.min(...COLORS.map((color) => contrastRatio(text.primary, chipGround(color, background.paper))));
    expect(worst).toBeGreaterThanOrEqual(9);
  });
});

test('the mark on a raw colour is readable', () => {
  expect(Math.min(...COLORS.map((color) => contrastRatio(color, inkOn(color))))).toBeGreaterThanOrEqual(4.5);
});

test.each(['', '#12', 'red', '#12345g', 'url(x)'])('%j is shown as the default colour', (color) => {
  expect(usableColor(color)).toBe('#e0e0e0');
});
