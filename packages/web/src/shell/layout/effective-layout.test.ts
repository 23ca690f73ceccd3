import { readSettings } from '@campanero/contract/settings/schemas';
import { expect, test } from 'vitest';
import { barsOf, effectiveLayout, layoutOfRoute, navbarWidth } from './effective-layout.ts';

const WIDE = { isNarrow: false, isLow: false };
const NARROW = { isNarrow: true, isLow: false };
const CONTACT = '/campaign/detail/3/contact/4/1155502847';
const bare = { navbar: { display: false }, toolbar: { display: false }, footer: { display: false } };

test('the route over what is saved, over the layout’s own defaults', () => {
  // Nothing saved, no route: the defaults.
  expect(effectiveLayout(undefined, {})).toEqual(readSettings({}).layout);
  // Only changes are saved: the rest are the defaults of that layout, not of the first one.
  const saved = { style: 'layout2', config: { mode: 'boxed', toolbar: { style: 'fixed' } } } as const;
  expect(effectiveLayout(saved, {})).toMatchObject({
    style: 'layout2',
    config: { mode: 'boxed', containerWidth: 1120, toolbar: { style: 'fixed', position: 'below', display: true } },
  });
  // The route overrides its own settings only.
  const onSignIn = effectiveLayout(saved, { config: bare });
  expect(onSignIn.config).toMatchObject({ ...bare, mode: 'boxed', toolbar: { display: false, style: 'fixed' } });
  // The saved settings are unchanged.
  expect(effectiveLayout(saved, {}).config.toolbar.display).toBe(true);
});

test.each(['/signin', '/recover', '/reset/12'])('%s has neither navbar nor toolbar nor footer', (path) => {
  const saved = readSettings({}).layout;
  expect(effectiveLayout(saved, layoutOfRoute(path, saved, WIDE)).config).toMatchObject(bare);
});

test('other pages change nothing', () => {
  const saved = readSettings({ layout: { style: 'layout1', config: { navbar: { style: 'style-3' } } } }).layout;
  for (const path of ['/campaigns', '/campaign/detail/3', '/404'])
    expect(effectiveLayout(saved, layoutOfRoute(path, saved, NARROW))).toEqual(saved);
});

test.each([
  ['style-1', 'style-2', 64],
  ['style-2', 'style-2', 64],
  ['style-3', 'style-3', 120],
  ['style-3-dense', 'style-3-dense', 64],
] as const)('in a narrow window the contact page folds %s to %s', (style, shown, width) => {
  const saved = readSettings({ layout: { style: 'layout1', config: { navbar: { style, folded: false } } } }).layout;
  expect(effectiveLayout(saved, layoutOfRoute(CONTACT, saved, WIDE))).toEqual(saved);
  const { config } = effectiveLayout(saved, layoutOfRoute(CONTACT, saved, NARROW));
  expect(config.navbar).toMatchObject({ style: shown, folded: true });
  expect(navbarWidth(config.navbar as never, true)).toBe(width);
});

test('a horizontal layout has no navbar to fold', () => {
  const saved = readSettings({ layout: { style: 'layout3' } }).layout;
  expect(effectiveLayout(saved, layoutOfRoute(CONTACT, saved, NARROW))).toEqual(saved);
});

test.each(['layout1', 'layout2', 'layout3'] as const)('a low window has no footer in %s', (style) => {
  const saved = readSettings({ layout: { style } }).layout;
  const low = effectiveLayout(saved, layoutOfRoute('/campaigns', saved, { isNarrow: false, isLow: true }));
  expect(low.config).toEqual({ ...saved.config, footer: { ...saved.config.footer, display: false } });
  expect(barsOf({ layout: low, isMobile: false }).fixedBottom).toBe('0px');
});

test('a low and narrow window folds the navbar of the contact page as well', () => {
  const saved = readSettings({}).layout;
  const { config } = effectiveLayout(saved, layoutOfRoute(CONTACT, saved, { isNarrow: true, isLow: true }));
  expect(config).toMatchObject({ navbar: { folded: true, style: 'style-2' }, footer: { display: false } });
});

const bars = (layout: object, isMobile = false) => barsOf({ layout: readSettings({ layout }).layout, isMobile });
const HIDDEN = { display: false };

test('scroll padding follows the fixed bars', () => {
  const BAR = 'calc(var(--bar-height))';
  expect(bars({ style: 'layout1' })).toMatchObject({ fixedTop: BAR, fixedBottom: 'calc(max(28px, 1.75rem))' });
  expect(bars({ style: 'layout1', config: { toolbar: { style: 'static' }, footer: HIDDEN } })).toEqual({
    top: [{ name: 'toolbar', stays: undefined }],
    fixedTop: '0px',
    fixedBottom: '0px',
    all: BAR,
  });
  const both = { style: 'layout2', config: { toolbar: { style: 'fixed' } } };
  expect(bars(both)).toMatchObject({
    top: [
      { name: 'strip', stays: '0px' },
      { name: 'toolbar', stays: 'calc(56px)' },
    ],
    fixedTop: 'calc(56px + var(--bar-height))',
  });
  // A phone has no strip.
  expect(bars(both, true)).toMatchObject({ top: [{ name: 'toolbar', stays: '0px' }], fixedTop: BAR });
});

test('the toolbar above the strip, and a strip that stays alone', () => {
  const above = { toolbar: { style: 'fixed', position: 'above' } };
  expect(bars({ style: 'layout3', config: above }).top).toEqual([
    { name: 'toolbar', stays: '0px' },
    { name: 'strip', stays: 'calc(var(--bar-height))' },
  ]);
  expect(bars({ style: 'layout3', config: { toolbar: { position: 'above' } } })).toMatchObject({
    top: [
      { name: 'toolbar', stays: undefined },
      { name: 'strip', stays: '0px' },
    ],
    fixedTop: 'calc(56px)',
  });
});
