import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSocket } from '../../test/socket.ts';
import { openSocket } from './socket.ts';

const client = new QueryClient();
const undo: (() => void)[] = [];
/** What was asked for again, in order. */
let asked: string[];

/** Something on screen, whose next answer does not come. */
function show(...queryKey: (string | number)[]): () => unknown {
  const name = queryKey.join('/');
  const queryFn = () => {
    asked.push(name);
    return new Promise<string>(() => {});
  };
  client.setQueryData(queryKey, `old ${name}`);
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity });
  undo.push(observer.subscribe(() => {}));
  return () => observer.getCurrentResult().data;
}

beforeEach(async () => {
  asked = [];
  undo.push(openSocket(client));
  await vi.waitUntil(() => fakeSocket.isOpen());
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
  client.clear();
});

test('each connection after the first refetches active queries', () => {
  show('campaigns');
  show('users', 7);
  fakeSocket.fire('disconnect', 'transport close');
  expect(asked).toEqual([]);
  fakeSocket.fire('connect');
  expect(asked).toEqual(['campaigns', 'users/7']);
});

test('an event refetches its queries and keeps their data meanwhile', () => {
  const notes = show('quick-panel');
  show('campaigns');
  fakeSocket.fire('note', { id: 3 });
  expect(asked).toEqual(['quick-panel']);
  expect(notes()).toBe('old quick-panel');
});

test('removes erased and rewritten calls from the screen at once', () => {
  const shown = [901, 902, 903].map((callId) => show('contacts', 31, callId));
  const history = show('calls', 'history', 901);
  fakeSocket.fire('erased', { callIds: [901], personIds: [], rewrittenCallIds: [902] });
  expect(shown.map((data) => data())).toEqual([undefined, undefined, 'old contacts/31/903']);
  expect(history()).toBeUndefined();
  expect(new Set(asked)).toEqual(
    new Set(['contacts/31/901', 'contacts/31/902', 'contacts/31/903', 'calls/history/901']),
  );
});
