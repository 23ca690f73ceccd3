import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type ClientRequest, createCall, urlOf } from './client.ts';
import { endpoint } from './endpoint.ts';

const find = endpoint('GET', '/thing/:id/part/:name', 'staff', {
  summary: '',
  params: z.object({ id: z.number(), name: z.string() }),
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
  response: z.object({ ok: z.boolean() }),
});

test('parameters are encoded and empty filters left out', () => {
  expect(urlOf(find, { params: { id: 7, name: 'a/b ñ' }, query: { q: '', page: 0 } })).toBe(
    '/thing/7/part/a%2Fb%20%C3%B1?page=0',
  );
});

test('an answer that breaks its schema is an error, not data', async () => {
  const send = vi.fn(async () => ({ ok: 'yes' }));
  const call = createCall(send);
  await expect(call(find, { params: { id: 1, name: 'x' }, query: {} })).rejects.toThrow();
  expect(send).toHaveBeenCalledWith({ method: 'GET', url: '/thing/1/part/x', body: undefined, isPublic: false });
});

test('a session’s request takes cookies along only where the endpoint says so', async () => {
  const send = vi.fn(async (request: ClientRequest) => ({ ok: request.withCookies === true }));
  const call = createCall(send);
  expect(await call({ ...find, cookies: true }, { params: { id: 1, name: 'x' }, query: {} })).toEqual({ ok: true });
  expect(await call(find, { params: { id: 1, name: 'x' }, query: {} })).toEqual({ ok: false });
});
