import { api } from '@campanero/contract';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { aCheck, aSession } from '../test/people.ts';
import { refuse, reply, server } from '../test/server.ts';
import { call } from './api.ts';
import { ApiError } from './errors.ts';
import { beginSession, getSession } from './session.ts';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );

test('sends the stored token, and none on public calls', async () => {
  beginSession(aSession());
  const seen: (string | null)[] = [];
  const note = (request: Request) => seen.push(request.headers.get('authorization'));
  server.use(
    reply(api.auth.check, ({ request }) => {
      note(request);
      return aCheck(aSession());
    }),
    reply(api.auth.recover, ({ request }) => {
      note(request);
      return { message: 'Enviado' };
    }),
  );
  await call(api.auth.check);
  await call(api.auth.recover, { body: { email: 'ana@demo.gob.ar' } });
  expect(seen).toEqual(['Bearer token-of-ana', null]);
});

test('every mutation carries its own idempotency key, unless the caller keeps one', async () => {
  beginSession(aSession());
  const keys: (string | null)[] = [];
  server.use(
    reply(api.auth.recover, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return { message: 'x' };
    }),
    reply(api.auth.sessions, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return [];
    }),
  );
  const body = { email: 'ana@demo.gob.ar' };
  await call(api.auth.recover, { body });
  await call(api.auth.recover, { body });
  await call(api.auth.recover, { body }, { idempotencyKey: 'mine' });
  await call(api.auth.sessions);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys.slice(2)).toEqual(['mine', null]);
});

test('several 401 answers end the session once', async () => {
  beginSession(aSession());
  server.use(refuse(api.auth.check, 'UNAUTHENTICATED'), refuse(api.auth.sessions, 'UNAUTHENTICATED'));
  await Promise.all([failure(call(api.auth.check)), failure(call(api.auth.sessions)), failure(call(api.auth.check))]);
  expect(getSession()).toBeNull();
  expect(localStorage.getItem('userDetails')).toBeNull();
});

test('a 401 for a token renewed meanwhile does not end the session', async () => {
  beginSession(aSession());
  server.use(
    http.get('*/api/session', () => {
      localStorage.setItem('userDetails', 'renewed-in-another-tab');
      return HttpResponse.json({ message: 'x', error: 'UNAUTHENTICATED' }, { status: 401 });
    }),
  );
  await failure(call(api.auth.sessions));
  expect(getSession()).not.toBeNull();
});

test('a refusal becomes an error with code, fields and retry time', async () => {
  server.use(
    refuse(api.auth.recover, 'TOO_MANY_REQUESTS', { retryAfter: 30, errors: [{ field: 'email', message: 'No.' }] }),
  );
  const error = await failure(call(api.auth.recover, { body: { email: 'ana@demo.gob.ar' } }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: 30, fields: { email: 'No.' } });
});

test('an answer of a proxy is an unknown error', async () => {
  server.use(http.get('*/api/session', () => new HttpResponse('<h1>502</h1>', { status: 502 })));
  expect(await failure(call(api.auth.sessions))).toMatchObject({ code: 'UNKNOWN', status: 502 });
});

test('a cancelled request throws an AbortError', async () => {
  server.use(reply(api.auth.sessions, [], { delayMs: 200 }));
  const controller = new AbortController();
  const asked = failure(call(api.auth.sessions, undefined, { signal: controller.signal }));
  controller.abort();
  expect(await asked).toMatchObject({ name: 'AbortError' });
});
