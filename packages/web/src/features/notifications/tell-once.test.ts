import { afterEach, expect, test, vi } from 'vitest';
import { createTeller } from './news.ts';

let visibility: DocumentVisibilityState = 'visible';
vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
const look = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const tellers: { close: () => void }[] = [];
afterEach(() => {
  visibility = 'visible';
  for (const teller of tellers.splice(0)) teller.close();
});

function aTab(userId = 7) {
  const shown: number[] = [];
  const teller = createTeller<{ id: number }>(userId, ({ id }) => shown.push(id));
  tellers.push(teller);
  return { shown, tell: (...ids: number[]) => teller.tell(ids.map((id) => ({ id }))) };
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
  tab.tell(2, 1);
  expect(tab.shown).toEqual([1, 2]);
});

test('a hidden tab waits until it is visible', () => {
  const tab = aTab();
  look('hidden');
  tab.tell(1);
  tab.tell(3, 2);
  expect(tab.shown).toEqual([]);
  look('visible');
  expect(tab.shown).toEqual([1, 2, 3]);
  look('visible');
  expect(tab.shown).toHaveLength(3);
});

test('a hidden tab drops news that a visible tab has shown', async () => {
  const [seen, hidden, stranger] = [aTab(), aTab(), aTab(8)];
  look('hidden');
  hidden.tell(1);
  stranger.tell(1);
  visibility = 'visible';
  const arrival = heard();
  seen.tell(2, 1);
  visibility = 'hidden';
  await arrival;
  hidden.tell(3, 2);
  look('visible');
  expect(hidden.shown).toEqual([3]);
  expect(stranger.shown).toEqual([1]);
});
