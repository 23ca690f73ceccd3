import { api } from '@campanero/contract';
import { QueryClientProvider, QueryObserver, skipToken } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { refuse, reply, server } from '../test/server.ts';
import { call } from './api.ts';
import { fetchFresh, keepForSame, useChange, useEndpointMutation } from './changes.ts';
import { endpointKey, endpointQuery, invalidate } from './queries.ts';
import { queryClient } from './query-client.ts';
import { notify } from './snackbar.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const hook = <T,>(use: () => T) => renderHook(use, { wrapper }).result;

/** How often the sessions were asked for. */
function serveCount() {
  let asked = 0;
  server.use(reply(api.auth.sessions, () => (asked++, [])));
  return () => asked;
}
const sessionsQuery = () => endpointQuery('auth', api.auth.sessions);
const watch = (query: ReturnType<typeof sessionsQuery>) => new QueryObserver(queryClient, query).subscribe(() => {});

test('the key is scope, path and input', () => {
  expect(endpointQuery('campaigns', api.campaigns.detail, { params: { id: 7 } }).queryKey).toEqual([
    'campaigns',
    '/campaign/:id',
    { params: { id: 7 } },
  ]);
  expect(endpointQuery(['audience', 7], api.audience.assigned, { params: { id: 7 } }).queryKey.slice(0, 3)).toEqual([
    'audience',
    7,
    '/campaign/:id/audience/assigned',
  ]);
  expect(sessionsQuery().queryKey).toEqual(endpointKey('auth', api.auth.sessions));
});

test('a part of the key invalidates every query below it, and no other', async () => {
  const keyOf = (id: number) => endpointQuery('users', api.users.campaigns, { params: { id } }).queryKey;
  for (const id of [1, 2]) queryClient.setQueryData<unknown>(keyOf(id), []);
  const isStale = (id: number) => queryClient.getQueryState(keyOf(id))?.isInvalidated;
  await invalidate(
    endpointKey('users', api.users.get),
    endpointKey('users', api.users.campaigns, { params: { id: 2 } }),
  );
  expect([isStale(1), isStale(2)]).toEqual([false, true]);
  await invalidate('users');
  expect(isStale(1)).toBe(true);
});

test('the cache holds the transformed reply', async () => {
  server.use(reply(api.mail.unread, { unread: 3 }));
  const query = endpointQuery('mail', api.mail.unread, undefined, { read: ({ unread }) => unread });
  expect(await queryClient.fetchQuery(query)).toBe(3);
  expect(queryClient.getQueryData(query.queryKey)).toBe(3);
});

test('a cancelled query cancels its request', async () => {
  server.use(reply(api.auth.sessions, [], { delayMs: 500 }));
  const fetched = vi.spyOn(globalThis, 'fetch');
  const asked = queryClient.fetchQuery(sessionsQuery());
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  void queryClient.cancelQueries({ queryKey: ['auth'] });
  await expect(asked).rejects.toThrow();
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  fetched.mockRestore();
});

test('skipToken as input disables the query', () => {
  const query = endpointQuery('campaigns', api.campaigns.detail, skipToken);
  expect(query.queryFn).toBe(skipToken);
  expect(query.queryKey).toEqual(['campaigns', '/campaign/:id']);
});

test('fetchFresh ignores the cache', async () => {
  const asked = serveCount();
  queryClient.setQueryData(sessionsQuery().queryKey, []);
  await fetchFresh(sessionsQuery());
  expect(asked()).toBe(1);
});

test('keepForSame keeps data only for the same params', () => {
  const input = { params: { campaignId: 4 }, query: {} };
  const before = endpointQuery('statistics', api.campaignStatistics.campaign, input);
  expect(keepForSame({ campaignId: 4 })('figures', before)).toBe('figures');
  expect(keepForSame({ campaignId: 5 })('figures', before)).toBeUndefined();
  expect(keepForSame({ campaignId: 4 })('figures', undefined)).toBeUndefined();
});

test('the reply of a mutation replaces the cached answer', async () => {
  const saved = { done: [], closedAt: '2026-11-18T12:00:00.000Z', mailTestedAt: null };
  server.use(reply(api.installation.closeFirstDay, saved));
  const query = () => endpointQuery('installation', api.installation.firstDay);
  const close = hook(() => useEndpointMutation(api.installation.closeFirstDay, { replaces: query }));
  await close.current.mutateAsync({ body: { closed: true } });
  expect(queryClient.getQueryData(query().queryKey)).toEqual(saved);
});

test('a mutation waits for refetches, but not for changes', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  server.use(
    reply(api.auth.sessions, async () => {
      asked += 1;
      if (asked > 1) await held;
      return [];
    }),
    reply(api.auth.recover, { message: 'x' }),
  );
  const stop = watch(sessionsQuery());
  await waitFor(() => expect(asked).toBe(1));
  const input = { body: { email: 'ana@demo.gob.ar' } };
  await hook(() => useEndpointMutation(api.auth.recover, { changes: ['auth'] })).current.mutateAsync(input);
  await waitFor(() => expect(asked).toBe(2));
  const recover = hook(() => useEndpointMutation(api.auth.recover, { refetches: ['auth'] }));
  let isDone = false;
  const sent = recover.current.mutateAsync(input).then(() => (isDone = true));
  await waitFor(() => expect(asked).toBe(3));
  expect(isDone).toBe(false);
  release();
  await sent;
  stop();
});

test('a refusal is shown and refreshes only with evenIfRefused', async () => {
  const asked = serveCount();
  const shown = vi.spyOn(notify, 'error');
  server.use(refuse(api.auth.recover, 'FORBIDDEN'));
  const stop = watch(sessionsQuery());
  await waitFor(() => expect(asked()).toBe(1));
  const input = { body: { email: 'ana@demo.gob.ar' } };
  const refused = hook(() => useEndpointMutation(api.auth.recover, { refetches: ['auth'] }));
  await expect(refused.current.mutateAsync(input)).rejects.toThrow();
  expect([asked(), shown.mock.calls.length]).toEqual([1, 0]);
  const again = hook(() =>
    useEndpointMutation(api.auth.recover, { refetches: ['auth'], evenIfRefused: true, failed: 'No se pudo.' }),
  );
  await expect(again.current.mutateAsync(input)).rejects.toThrow();
  expect([asked(), shown.mock.calls.length]).toEqual([2, 1]);
  stop();
});

test('only the same repeatable input keeps its idempotency key', async () => {
  const keys: (string | null)[] = [];
  server.use(
    reply(api.auth.recover, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return { message: 'x' };
    }),
  );
  const ana = { body: { email: 'ana@demo.gob.ar' } };
  const luis = { body: { email: 'luis@demo.gob.ar' } };
  const repeatable = hook(() => useEndpointMutation(api.auth.recover, { isRepeatable: true }));
  for (const input of [ana, ana, luis]) await repeatable.current.mutateAsync(input);
  const plain = hook(() => useEndpointMutation(api.auth.recover));
  for (const input of [luis, luis]) await plain.current.mutateAsync(input);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
});

test('a change may call several endpoints and define its own identity', async () => {
  const keys: (string | undefined)[] = [];
  const change = hook(() =>
    useChange(
      (file: File, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        return file.size === 0 ? Promise.resolve('empty') : call(api.auth.sessions).then(() => 'sent');
      },
      { isRepeatable: ({ name }) => name },
    ),
  );
  serveCount();
  expect(await change.current.mutateAsync(new File([], 'a.csv'))).toBe('empty');
  expect(await change.current.mutateAsync(new File(['x'], 'a.csv'))).toBe('sent');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});
