import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActivity } from './activity.ts';

const internal = { id: 1, external: false };
const external = { id: 2, external: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const sent: unknown[] = [];
  const activity = createActivity({
    toRoom: (room, campaignIds) => sent.push([room, campaignIds]),
    toUsers: (userIds, campaignIds) => sent.push([[...userIds], campaignIds]),
  });
  return { ...activity, take: () => sent.splice(0) };
}

test('sends the first change at once, later ones together after three seconds', () => {
  const { note, take } = start();
  note(internal);
  vi.advanceTimersByTime(0);
  expect(take()).toEqual([['figures:all', [1]]]);
  for (let n = 0; n < 500; n += 1) note(n % 2 ? internal : { id: 3, external: false });
  vi.advanceTimersByTime(2_999);
  expect(take()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(take()).toEqual([['figures:all', [3, 1]]]);
  vi.advanceTimersByTime(60_000);
  expect(take()).toEqual([]);
  note(internal);
  vi.advanceTimersByTime(0);
  expect(take()).toEqual([['figures:all', [1]]]);
});

test('external managers get external campaigns only; operators their own in one event', () => {
  const { note, take } = start();
  note(internal, 10);
  note(external, 20);
  note(internal, 11);
  note(internal, 10);
  note(external);
  vi.advanceTimersByTime(0);
  expect(take()).toEqual([
    ['figures:all', [1, 2]],
    ['figures:external', [2]],
    [[10, 11], [1]],
    [[20], [2]],
  ]);
});

test('flushes pending changes on stop', () => {
  const { note, flush, take } = start();
  note(internal);
  vi.advanceTimersByTime(0);
  take();
  note(external);
  flush();
  expect(take()).toEqual([
    ['figures:all', [2]],
    ['figures:external', [2]],
  ]);
  vi.advanceTimersByTime(10_000);
  expect(take()).toEqual([]);
});
