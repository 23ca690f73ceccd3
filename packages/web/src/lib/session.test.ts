import { afterEach, expect, test, vi } from 'vitest';
import { aSession } from '../test/people.ts';
import { dropDraft, hasDraft, keepDraft } from './draft.ts';
import { queryClient } from './query-client.ts';
import { beginSession, endSession, getSession, onSessionEnd, openSessionStore } from './session.ts';

let close = () => {};
const open = () => (close = openSessionStore());
afterEach(() => close());

const store = (session = aSession()) => {
  localStorage.setItem(
    'userInfo',
    JSON.stringify({
      userId: session.id,
      name: session.name,
      permissions: session.permissions,
      roles: session.roles,
      mail: session.email,
      expires: session.expires,
    }),
  );
  localStorage.setItem('userDetails', session.token);
};
/** What the browser tells a tab when another one changed the storage. */
const tellTab = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

test('a stored session is used', () => {
  store();
  open();
  expect(getSession()).toMatchObject({ userId: 7, token: 'token-of-ana', mail: 'ana@demo.gob.ar' });
});

test.each([
  ['expired', () => store(aSession(['Operador'], { expires: Math.floor(Date.now() / 1000) - 1 }))],
  [
    'broken',
    () => {
      store();
      localStorage.setItem('userInfo', '{"userId":');
    },
  ],
  [
    'of another shape',
    () => {
      store();
      localStorage.setItem('userInfo', '{"userId":"7"}');
    },
  ],
  [
    'without its token',
    () => {
      store();
      localStorage.removeItem('userDetails');
    },
  ],
])('a stored session that is %s is wiped', (_, prepare) => {
  prepare();
  open();
  expect(getSession()).toBeNull();
  expect(localStorage.getItem('userInfo')).toBeNull();
  expect(localStorage.getItem('userDetails')).toBeNull();
});

test('the end clears both keys, the caches and runs the registered clean-up', () => {
  open();
  beginSession(aSession());
  queryClient.setQueryData(['campaigns'], ['private']);
  const clean = vi.fn();
  const forget = onSessionEnd(clean);
  endSession('signed-out');
  forget();
  expect(localStorage.getItem('userInfo')).toBeNull();
  expect(localStorage.getItem('userDetails')).toBeNull();
  expect(queryClient.getQueryData(['campaigns'])).toBeUndefined();
  expect(clean).toHaveBeenCalledOnce();
});

test('signing out in a tab signs out in all tabs', () => {
  open();
  beginSession(aSession());
  queryClient.setQueryData(['campaigns'], ['private']);
  localStorage.clear();
  tellTab('userDetails');
  expect(getSession()).toBeNull();
  expect(queryClient.getQueryData(['campaigns'])).toBeUndefined();
});

test('a session that expired in a tab expires in all tabs and keeps drafts', () => {
  open();
  beginSession(aSession());
  keepDraft(7, 'form', { name: 'Mar' });
  localStorage.clear();
  localStorage.setItem('sessionEnd', 'expired');
  tellTab('userDetails');
  expect(getSession()).toBeNull();
  expect(hasDraft(7, 'form')).toBe(true);
  dropDraft(7, 'form');
});

test('the other tabs use a refreshed token', () => {
  open();
  beginSession(aSession());
  queryClient.setQueryData(['campaigns'], ['mine']);
  store(aSession(['Coordinador'], { token: 'renewed' }));
  tellTab('userDetails');
  expect(getSession()?.token).toBe('renewed');
  expect(queryClient.getQueryData(['campaigns'])).toEqual(['mine']);
});

test('another user signing in in another tab clears the data of the previous one', () => {
  open();
  beginSession(aSession());
  queryClient.setQueryData(['campaigns'], ['private']);
  store(aSession(['Operador'], { id: 8, name: 'Luis Paz', token: 'token-of-luis' }));
  tellTab('userDetails');
  expect(getSession()?.name).toBe('Luis Paz');
  expect(queryClient.getQueryData(['campaigns'])).toBeUndefined();
});
