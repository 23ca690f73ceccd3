import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutChange, mergeSettings, readSettings, settingsChange } from './schemas.ts';

test('an empty record is the defaults', () => {
  expect(readSettings({})).toMatchObject({
    layout: {
      style: 'layout1',
      config: {
        mode: 'container',
        containerWidth: 1570,
        navbar: { display: true, style: 'style-1', folded: true, position: 'left' },
        toolbar: { display: true, style: 'fixed' },
        footer: { display: true, style: 'fixed' },
      },
    },
    theme: { main: 'default' },
    customScrollbars: true,
    direction: 'ltr',
  });
  for (const style of ['layout2', 'layout3'])
    expect(readSettings({ layout: { style } }).layout.config).toMatchObject({
      containerWidth: 1120,
      navbar: { display: true, style: 'fixed' },
      toolbar: { style: 'static', position: 'below' },
    });
});

test('whatever a record holds, it can be read, and what was read reads the same again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (record) => {
      const read = readSettings(record);
      expect(readSettings(read)).toEqual(read);
    }),
  );
});

test('each invalid setting falls back on its own', () => {
  const read = readSettings({
    layout: {
      style: 'layout1',
      config: { mode: 'round', containerWidth: -5, navbar: { style: 'style-3' }, footer: 7 },
    },
    theme: { main: 'main-dark', navbar: 'ceibo', toolbar: 'nobody’s' },
    direction: 'up',
    preferences: { rowsPerPage: 25, density: null },
  });
  expect(read.layout.config).toMatchObject({
    mode: 'container',
    containerWidth: 1570,
    navbar: { style: 'style-3', position: 'left' },
    footer: { display: true },
  });
  expect(read.theme).toEqual({ main: 'default', navbar: 'ceibo', toolbar: undefined, footer: undefined });
  expect(read.direction).toBe('ltr');
  expect(read.preferences).toMatchObject({ rowsPerPage: 25, density: 'comfortable', shortcutKeys: true });
});

test('a change of layout sets the defaults of that layout', () => {
  const narrow = mergeSettings({}, { layout: { config: { mode: 'boxed', navbar: { style: 'style-2' } } } });
  expect(readSettings(narrow).layout).toMatchObject({ style: 'layout1', config: { mode: 'boxed' } });
  const horizontal = mergeSettings(narrow, layoutChange('layout2'));
  expect(readSettings(horizontal)).toEqual(readSettings({ layout: { style: 'layout2' } }));
  expect(readSettings(mergeSettings(horizontal, layoutChange('layout1')))).toEqual(readSettings({}));
});

test('a later change wins leaf by leaf', () => {
  const record = { theme: { main: 'ceibo', footer: 'grafito' }, direction: 'rtl' };
  expect(mergeSettings(record, { theme: { main: 'tilo' } })).toEqual({
    theme: { main: 'tilo', footer: 'grafito' },
    direction: 'rtl',
  });
  expect(mergeSettings(undefined, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  mergeSettings({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect({}).not.toHaveProperty('polluted');
});

test('a change is taken exactly when reading it back gives it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (record) => {
      expect(settingsChange.safeParse(JSON.parse(JSON.stringify(readSettings(record)))).success).toBe(true);
    }),
  );
  for (const style of ['layout1', 'layout2', 'layout3'] as const)
    expect(settingsChange.safeParse(JSON.parse(JSON.stringify(layoutChange(style)))).success).toBe(true);
  expect(settingsChange.safeParse({ direction: 'zz' }).success).toBe(false);
  expect(settingsChange.safeParse({ layout: { config: { navbar: { style: 'zz' } } } }).success).toBe(false);
});
