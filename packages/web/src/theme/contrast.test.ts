import { DARK_SCHEMES, LIGHT_SCHEMES, type OwnScheme } from '@campanero/contract/settings/schemes';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from './color.ts';
import { themeOf } from './create-theme.ts';
import type { Look } from './schemes.ts';
import { AVATAR_COLORS, INK, LOGO } from './tokens.ts';

const TEXT = 4.5;
const GRAPHICS = 3;
const OWN: readonly OwnScheme[] = [...LIGHT_SCHEMES, ...DARK_SCHEMES];
/** All looks of a part: schemes, graphite in both depths, and the dark bars of every main scheme. */
const LOOKS: readonly Look[] = [...OWN, 'grafito', 'grafito-noche', ...OWN.map((main): Look => `bars/${main}`)];

type Pair = [what: string, colour: string, ground: string, least: number];

function groundsOf(look: Look) {
  const { background, surface } = themeOf(look).palette;
  return { canvas: background.default, paper: background.paper, ...surface };
}

const onEveryGround = (look: Look): Pair[] => {
  const { palette } = themeOf(look);
  return Object.entries(groundsOf(look)).flatMap(([name, ground]): Pair[] => [
    [`text on ${name}`, palette.text.primary, ground, TEXT],
    [`secondary text on ${name}`, palette.text.secondary, ground, TEXT],
    [`lightest text on ${name}`, palette.text.disabled, ground, TEXT],
    [`focus insertNotifications on ${name}`, palette.focusRing, ground, GRAPHICS],
    [`brass as text on ${name}`, palette.soft.brass.text, ground, TEXT],
  ]);
};

/** Colours used by navbar, toolbar and footer. */
function partPairs(look: Look): Pair[] {
  const { palette } = themeOf(look);
  const { paper, default: canvas } = palette.background;
  return [paper, canvas].flatMap((ground): Pair[] => [
    ['active entry', palette.primary.contrastText, palette.primary.main, TEXT],
    ['active entry under the pointer', palette.primary.contrastText, palette.primary.dark, TEXT],
    ['count on brass', palette.secondary.contrastText, palette.secondary.main, TEXT],
    ['dot of the connection', palette.success.main, ground, GRAPHICS],
    ['dot of a lost connection', palette.warning.main, ground, GRAPHICS],
    ['outline of inputs', palette.line.strong, ground, GRAPHICS],
    ['tooltip', palette.overlay.onTooltip, palette.overlay.tooltip, TEXT],
    ...Object.entries(palette.soft).map(([name, { bg, text }]): Pair => [`text on soft ${name}`, text, bg, TEXT]),
  ]);
}

/** Colours used by pages only. */
function mainPairs(look: OwnScheme): Pair[] {
  const { palette } = themeOf(look);
  const { paper } = palette.background;
  const intents = ['primary', 'error', 'warning', 'success', 'info'] as const;
  return [
    ...intents.flatMap((intent): Pair[] => [
      ...Object.entries(groundsOf(look)).map(([name, ground]): Pair => [
        `${intent} as text on ${name}`,
        palette[intent].main,
        ground,
        TEXT,
      ]),
      [`text on ${intent}`, palette[intent].contrastText, palette[intent].main, TEXT],
      [`text on hovered ${intent}`, palette[intent].contrastText, palette[intent].dark, TEXT],
    ]),
    ['a text button under the pointer', palette.primary.main, palette.soft.primary.bg, TEXT],
    ['knob of a switch that is on', palette.primary.contrastText, palette.primary.main, GRAPHICS],
    ['knob of a switch that is off', paper, palette.line.strong, GRAPHICS],
    ...Object.entries(palette.status).map(([name, { bg, text }]): Pair => [`chip ${name}`, text, bg, TEXT]),
    ['outline of FINALIZANDO', palette.status.FINALIZANDO.border, paper, GRAPHICS],
    ...palette.chart.map((colour, index): Pair => [`chart series ${index + 1} on its card`, colour, paper, GRAPHICS]),
  ];
}

const faults = (pairs: readonly Pair[]) =>
  pairs
    .map(([what, colour, ground, least]) => ({ what, colour, ground, least, ratio: contrastRatio(colour, ground) }))
    .filter(({ ratio, least }) => ratio < least)
    .map(({ what, colour, ground, ratio }) => `${what}: ${colour} on ${ground} is ${ratio.toFixed(2)}`);

describe('contrast of every scheme', () => {
  test.each(LOOKS)('%s as any part of the shell', (look) => {
    expect(faults([...onEveryGround(look), ...partPairs(look)])).toEqual([]);
  });

  test.each(OWN)('%s as the page', (scheme) => {
    expect(faults(mainPairs(scheme))).toEqual([]);
  });
});

test.each(['alto-contraste', 'alto-contraste-noche'] as const)('%s keeps what it promises', (scheme) => {
  const { palette } = themeOf(scheme);
  for (const ground of Object.values(groundsOf(scheme)))
    for (const text of [palette.text.primary, palette.text.secondary, palette.text.disabled])
      expect(contrastRatio(text, ground)).toBeGreaterThanOrEqual(7);
  expect(contrastRatio(palette.line.soft, palette.background.paper)).toBeGreaterThanOrEqual(GRAPHICS);
});

test('initials, logo and the welcome panel are readable', () => {
  for (const { bg, text } of AVATAR_COLORS) expect(contrastRatio(text, bg)).toBeGreaterThanOrEqual(TEXT);
  expect(contrastRatio(LOGO.bell, LOGO.ground)).toBeGreaterThanOrEqual(GRAPHICS);
  const { palette } = themeOf('grafito');
  for (const ink of Object.values(INK)) expect(contrastRatio(palette.text.disabled, ink)).toBeGreaterThanOrEqual(TEXT);
});
