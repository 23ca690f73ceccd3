import { expect, test } from 'vitest';
import { aNotification } from '../../test/notifications.ts';
import { createNewNotificationFinder } from './news.ts';

const rows = (...ids: number[]) => ids.map((id) => aNotification({ id }));
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);

test('rows after the first list are new once', () => {
  const find = createNewNotificationFinder();
  expect(find(rows(3, 2))).toEqual([]);
  expect(idsOf(find(rows(4, 3, 2)))).toEqual([4]);
  expect(find(rows(4, 3, 2))).toEqual([]);
  expect(find(rows(2))).toEqual([]);
});

test('a row committed later with a lower id is new', () => {
  const find = createNewNotificationFinder();
  find(rows(9));
  expect(idsOf(find(rows(9, 7)))).toEqual([7]);
});

test('older rows that appear after clearing a full list are not new', () => {
  const find = createNewNotificationFinder();
  const full = Array.from({ length: 100 }, (_, n) => 200 - n);
  find(rows(...full));
  expect(idsOf(find(rows(205, 100, 99, 98)))).toEqual([205]);
});
