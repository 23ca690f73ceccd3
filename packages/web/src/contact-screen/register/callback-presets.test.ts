import { expect, test } from 'vitest';
import { callbackInWords, callbackPresets } from './callback-presets.ts';

test('an hour from now, this evening and tomorrow morning, at UTC-3', () => {
  expect(callbackPresets(new Date('2026-11-13T14:42:37.123Z'))).toEqual([
    { label: 'En 1 h', at: '2026-11-13T15:42:00.000Z' },
    { label: 'Hoy 18:00', at: '2026-11-13T21:00:00.000Z' },
    { label: 'Mañana 10:00', at: '2026-11-14T13:00:00.000Z' },
  ]);
});

test('a past evening is not offered, by the product’s time zone', () => {
  // 23:30 of the 13th in Buenos Aires, the 14th already in Greenwich.
  expect(callbackPresets(new Date('2026-11-14T02:30:00.000Z'))).toEqual([
    { label: 'En 1 h', at: '2026-11-14T03:30:00.000Z' },
    { label: 'Mañana 10:00', at: '2026-11-14T13:00:00.000Z' },
  ]);
});

test.each([
  ['2026-11-13T18:30:00.000Z', 'hoy 15:30'],
  ['2026-11-14T13:00:00.000Z', 'mañana 10:00'],
  ['2026-11-16T18:30:00.000Z', '16-11-2026 ~ 15:30'],
])('%s is told as %s', (at, words) => {
  expect(callbackInWords(at, new Date('2026-11-13T14:00:00Z'))).toBe(words);
});
