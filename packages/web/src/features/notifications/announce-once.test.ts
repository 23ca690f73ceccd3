import { afterEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from './news.ts';

let visibility: DocumentVisibilityState = 'visible';
vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
const look = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const announcers: { close: () => void }[] = [];
afterEach(() => {
  visibility = 'visible';
  for (const announcer of announcers.splice(0)) announcer.close();
});

function aTab(userId = 7) {
  const shown: number[] = [];
  const announcer = createAnnouncer<{ id: number }>(userId, ({ id }) => shown.push(id));
  announcers.push(announcer);
  return { shown, announce: (...ids: number[]) => announcer.announce(ids.map((id) => ({ id }))) };
}
/** Resolves once the word of a tab has come to the others: the same turn brings it to all of them. */
async function heard(userId = 7): Promise<void> {
  const ear = new BroadcastChannel(`notifications ${userId}`);
  await new Promise((resolve) => ear.addEventListener('message', resolve, { once: true }));
  ear.close();
  await new Promise((resolve) => setImmediate(resolve));
}

test('a visible tab shows news at once, oldest first', () => {
  const tab = aTab();
  tab.announce(2, 1);
  expect(tab.shown).toEqual([1, 2]);
});

test('a hidden tab waits until it is visible', () => {
  const tab = aTab();
  look('hidden');
  tab.announce(1);
  tab.announce(3, 2);
  expect(tab.shown).toEqual([]);
  look('visible');
  expect(tab.shown).toEqual([1, 2, 3]);
  look('visible');
  expect(tab.shown).toHaveLength(3);
});

test('a hidden tab drops news that a visible tab has shown', async () => {
  const [seen, hidden, stranger] = [aTab(), aTab(), aTab(8)];
  look('hidden');
  hidden.announce(1);
  stranger.announce(1);
  visibility = 'visible';
  const arrival = heard();
  seen.announce(2, 1);
  visibility = 'hidden';
  await arrival;
  hidden.announce(3, 2);
  look('visible');
  expect(hidden.shown).toEqual([3]);
  expect(stranger.shown).toEqual([1]);
});
