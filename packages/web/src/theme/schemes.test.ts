import { readSettings } from '@campanero/contract/settings/schemas';
import type { OwnScheme } from '@campanero/contract/settings/schemes';
import { expect, test } from 'vitest';
import { appearanceChange, appearanceOf } from './appearance.ts';
import { lookOf, ownScheme, rolesOf, schemeOfPart, SHELL_PARTS } from './schemes.ts';

/** The look of each part with these settings. */
function looks(theme: object, systemIsDark = false) {
  const settings = readSettings({ theme }).theme;
  const main = ownScheme(settings.main, systemIsDark);
  const parts = SHELL_PARTS.map((part) => [part, lookOf(schemeOfPart(part, settings, main), main, systemIsDark)]);
  return { main, ...(Object.fromEntries(parts) as Record<(typeof SHELL_PARTS)[number], string>) };
}

test('by default the page follows the system and the shell follows the page', () => {
  expect(looks({})).toEqual({ main: 'campanero', navbar: 'grafito', toolbar: 'campanero', footer: 'bars/campanero' });
  expect(looks({}, true)).toEqual({
    main: 'campanero-noche',
    navbar: 'grafito-noche',
    toolbar: 'bars/campanero-noche',
    footer: 'bars/campanero-noche',
  });
});

test('each part uses its chosen scheme, and only an unknown id falls back', () => {
  expect(looks({ main: 'ceibo', navbar: 'tilo-noche', toolbar: 'main-dark', footer: 'nobody’s' }, true)).toEqual({
    main: 'ceibo',
    navbar: 'tilo-noche',
    toolbar: 'bars/ceibo',
    footer: 'bars/ceibo',
  });
  expect(looks({ main: 'main-dark', navbar: 'default' }, true)).toMatchObject({
    main: 'campanero-noche',
    navbar: 'campanero-noche',
  });
  expect(looks({ main: 'ceibo-noche', toolbar: 'main-light' }).toolbar).toBe('ceibo');
});

test('the dark bars have the colours of the main scheme’s night on the greys that frame it', () => {
  const bars = rolesOf('bars/ceibo');
  expect(bars).toMatchObject({ primary: rolesOf('ceibo-noche').primary, paper: rolesOf('grafito').paper });
  expect(rolesOf('bars/ceibo-noche')).toMatchObject({
    paper: rolesOf('ceibo-noche').paper,
    canvas: rolesOf('grafito-noche').canvas,
  });
  // The strongest contrast applies to the bars, too.
  expect(rolesOf('bars/alto-contraste').paper).toBe('#000000');
});

test('the quick choice keeps the family and takes along the parts that wear the page’s scheme', () => {
  const change = (theme: object, to: 'light' | 'dark' | 'system') =>
    appearanceChange(readSettings({ theme }).theme, to).theme;
  expect(change({}, 'dark')).toEqual({ main: 'campanero-noche' });
  expect(change({ main: 'ceibo', navbar: 'ceibo', toolbar: 'tilo', footer: 'ceibo' }, 'dark')).toEqual({
    main: 'ceibo-noche',
    navbar: 'ceibo-noche',
    footer: 'ceibo-noche',
  });
  expect(change({ main: 'tilo-noche', toolbar: 'tilo-noche' }, 'light')).toEqual({ main: 'tilo', toolbar: 'tilo' });
  expect(change({ main: 'tilo-noche', navbar: 'grafito' }, 'system')).toEqual({ main: 'default' });
  const appearances = (['default', 'palermo', 'palermo-noche'] as const).map((main: OwnScheme | 'default') =>
    appearanceOf(readSettings({ theme: { main } }).theme),
  );
  expect(appearances).toEqual(['system', 'light', 'dark']);
});
