import { describe, expect, test } from 'vitest';
import { contrastRatio } from './color.ts';
import type { SchemeId } from './create-theme.ts';
import { themeOf } from './create-theme.ts';
import { AVATAR_COLORS, CONNECTED_DOT, INK, LOGO_INK } from './tokens.ts';

const TEXT = 4.5;
const GRAPHICS = 3;
const MAIN: SchemeId[] = ['campanero', 'campanero-noche'];
const PARTS: SchemeId[] = ['grafito-claro', 'grafito-oscuro'];

type Pair = [what: string, colour: string, ground: string, least: number];

function textPairs(scheme: SchemeId): Pair[] {
  const { palette } = themeOf(scheme);
  const grounds = {
    canvas: palette.background.default,
    paper: palette.background.paper,
    subtle: palette.surface.subtle,
    hover: palette.surface.hover,
    raised: palette.surface.raised,
  };
  return Object.entries(grounds).flatMap(([name, ground]): Pair[] => [
    [`text on ${name}`, palette.text.primary, ground, TEXT],
    [`secondary text on ${name}`, palette.text.secondary, ground, TEXT],
    [`lightest text on ${name}`, palette.text.disabled, ground, TEXT],
    [`focus ring on ${name}`, palette.focusRing, ground, GRAPHICS],
  ]);
}

function mainPairs(scheme: SchemeId): Pair[] {
  const { palette } = themeOf(scheme);
  const { paper, default: canvas } = palette.background;
  const intents = ['primary', 'error', 'warning', 'success', 'info'] as const;
  return [
    ...intents.flatMap((intent): Pair[] => [
      [`${intent} as text on paper`, palette[intent].main, paper, TEXT],
      [`text on ${intent}`, palette[intent].contrastText, palette[intent].main, TEXT],
      [`text on hovered ${intent}`, palette[intent].contrastText, palette[intent].dark, TEXT],
    ]),
    ['primary as text on canvas', palette.primary.main, canvas, TEXT],
    ['text on brass', palette.secondary.contrastText, palette.secondary.main, TEXT],
    ['outline of inputs', palette.line.strong, paper, GRAPHICS],
    ['text on a selected row', palette.text.primary, palette.surface.selected, TEXT],
    ['menu item under the pointer', palette.text.primary, palette.surface.raisedHover, TEXT],
    ['tooltip', palette.overlay.onTooltip, palette.overlay.tooltip, TEXT],
    ...Object.entries(palette.soft)
      .filter(([name]) => name !== 'brass')
      .map(([name, { bg, text }]): Pair => [`text on soft ${name}`, text, bg, TEXT]),
    ['brass as text on paper', palette.soft.brass.text, paper, TEXT],
    ...Object.entries(palette.status).map(([name, { bg, text }]): Pair => [`chip ${name}`, text, bg, TEXT]),
    ['outline of FINALIZANDO', palette.status.FINALIZANDO.border, paper, GRAPHICS],
    ...palette.chart.map((colour, index): Pair => [`chart series ${index + 1}`, colour, paper, GRAPHICS]),
  ];
}

describe.each(MAIN)('%s', (scheme) => {
  test.each([...textPairs(scheme), ...mainPairs(scheme)])('%s', (_, colour, ground, least) => {
    expect(contrastRatio(colour, ground)).toBeGreaterThanOrEqual(least);
  });
});

describe.each(PARTS)('%s', (scheme) => {
  const { palette } = themeOf(scheme);
  const active: Pair = ['active entry', palette.primary.contrastText, palette.primary.main, TEXT];
  const dot: Pair = ['connection dot', CONNECTED_DOT, palette.background.default, GRAPHICS];
  const lost: Pair = ['dot of a lost connection', palette.warning.main, palette.background.default, GRAPHICS];
  test.each([...textPairs(scheme), active, dot, lost])('%s', (_, colour, ground, least) => {
    expect(contrastRatio(colour, ground)).toBeGreaterThanOrEqual(least);
  });
});

test('initials, logo and the welcome panel are readable', () => {
  for (const { bg, text } of AVATAR_COLORS) expect(contrastRatio(text, bg)).toBeGreaterThanOrEqual(TEXT);
  const { palette } = themeOf('grafito-claro');
  expect(contrastRatio(LOGO_INK, palette.secondary.main)).toBeGreaterThanOrEqual(GRAPHICS);
  for (const ink of Object.values(INK)) expect(contrastRatio(palette.text.disabled, ink)).toBeGreaterThanOrEqual(TEXT);
});
