import { expect, test } from 'vitest';
import { isSpotFree, findSpot } from './snackbar-spot.ts';

const desk = {
  window: { width: 1440, height: 900 },
  stack: { width: 360, height: 64 },
  from: 64,
  to: 836,
  isPhone: false,
  kept: [],
};
const area = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('messages are shown top right under the toolbar while that place is free', () => {
  expect(findSpot(desk)).toEqual({ top: 72, end: 16 });
  // A button elsewhere changes nothing.
  expect(findSpot({ ...desk, kept: [area(320, 100, 480, 140)] })).toEqual({ top: 72, end: 16 });
});

test('a page’s button moves the messages sideways, not down', () => {
  const kept = [area(1250, 104, 1400, 144)];
  const spot = findSpot({ ...desk, kept });
  expect(spot).toEqual({ top: 72, end: 1440 - 1250 + 8 });
  expect(isSpotFree({ ...desk, kept }, spot)).toBe(true);
});

test('menu buttons below the messages do not move them', () => {
  const rows = Array.from({ length: 16 }, (_, row) => area(1352, 160 + row * 48, 1392, 200 + row * 48));
  expect(findSpot({ ...desk, kept: rows })).toEqual({ top: 72, end: 16 });
});

test('on a phone they are shown above the bar of buttons, and never over the number', () => {
  const phone = {
    window: { width: 390, height: 844 },
    stack: { width: 358, height: 80 },
    from: 48,
    to: 750,
    isPhone: true,
    kept: [area(16, 100, 258, 142), area(175, 780, 378, 828)],
  };
  expect(findSpot(phone)).toEqual({ top: 750 - 80 - 8, end: 16 });
});

test('where the whole row below the toolbar is taken they are shown at the lower edge', () => {
  expect(findSpot({ ...desk, kept: [area(0, 64, 1440, 150)] })).toEqual({ top: 836 - 64 - 8, end: 16 });
});

test('without a free spot they are at the default one', () => {
  expect(findSpot({ ...desk, kept: [area(0, 0, 1440, 900)] })).toEqual({ top: 72, end: 16 });
});
