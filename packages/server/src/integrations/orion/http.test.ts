import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aReferenceAudience,
  startReferenceOrion,
  type ReferenceOrionServer,
} from '../../../test/reference-orion-server.ts';
import { createHttpOrion } from './http.ts';

let remote: ReferenceOrionServer;
let now = 0;
const clock = () => new Date(now);
const connect = (base = remote.url) =>
  createHttpOrion({ base, clock, log: pino({ level: 'silent' }), limits: { timeoutMs: 1_000, maxBytes: 64 * 1024 } });
const UNAVAILABLE = { error: 'DASHBOARD_UNAVAILABLE', status: 503 };

beforeEach(async () => {
  now = Date.parse('2026-03-10T13:00:00Z');
  remote = await startReferenceOrion('/orion/v2');
});
afterEach(() => remote.close());

test('finds an audience with size and date', async () => {
  expect(await connect().find('a-1')).toEqual({
    id: 'a-1',
    description: 'Vecinos que reclamaron por arbolado',
    total: 640,
    createdAt: new Date('2026-02-01T12:00:00Z'),
  });
  expect(await connect().find('otra')).toBeNull();
});

test('searches by day and description; an empty search sends no request', async () => {
  remote.audiences = [
    aReferenceAudience(),
    aReferenceAudience({ id: '7', descripcion: 'Mayores de 65', created_at: '2026-02-02T02:30:00.000Z' }),
  ];
  expect(await connect().search({ description: 'MAYORES' })).toEqual([{ id: '7', description: 'Mayores de 65' }]);
  // 02:30 UTC on the 2nd is still the 1st in UTC-3.
  expect(await connect().search({ date: '2026-02-01' })).toHaveLength(2);
  expect(await connect().search({ date: '2026-02-01', description: 'arbolado' })).toHaveLength(1);
  const before = remote.asked.length;
  expect(await connect().search({})).toEqual([]);
  expect(remote.asked).toHaveLength(before);
});

test('sends credentials of the URL as a header', async () => {
  await connect(remote.url.replace('http://', 'http://campanero:clave@')).find('a-1');
  expect(remote.authorization).toBe(`Basic ${Buffer.from('campanero:clave').toString('base64')}`);
});

describe('ids stay below the configured base URL', () => {
  test.each(['..', '.', ''])('%j is unknown without a request', async (audienceId) => {
    expect(await connect().find(audienceId)).toBeNull();
    await expect(connect().contacts(audienceId)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      error: 'DASHBOARD_AUDIENCE_UNKNOWN',
    });
    expect(remote.asked).toEqual([]);
  });
  test.each(['../secreto', '%2e%2e', 'a/b', 'a?b=1', '//elsewhere.example'])('%j stays one path part', async (id) => {
    expect(await connect().find(id)).toBeNull();
    expect(remote.asked).toEqual([`/orion/v2/audiences/${encodeURIComponent(id)}`]);
  });
});

describe('a failing system is one error, in time', () => {
  test.each(['slow', 'dead', 'broken', 'huge', 'redirect'] as const)('%s', async (mode) => {
    remote.mode = mode;
    await expect(connect().find('a-1')).rejects.toMatchObject(UNAVAILABLE);
    await expect(connect().search({ description: 'x' })).rejects.toMatchObject(UNAVAILABLE);
    // One request each: no redirects, no retries.
    expect(remote.asked).toHaveLength(2);
  });

  test.each([
    ['another audience', aReferenceAudience({ id: 'a-2' })],
    ['a negative size', aReferenceAudience({ total: -1 })],
    ['no size', { ...aReferenceAudience(), total: undefined }],
    ['no description', aReferenceAudience({ descripcion: ' ' })],
    ['a description of two lines', aReferenceAudience({ descripcion: 'a\nb' })],
    ['no date', aReferenceAudience({ created_at: 'ayer' })],
    ['a list', []],
    ['text', 'hola'],
  ])('invalid answer: %s', async (_what, lie) => {
    remote.mode = 'lying';
    remote.lie = lie;
    await expect(connect().find('a-1')).rejects.toMatchObject(UNAVAILABLE);
  });
});

test('the circuit opens after three failures; then one request probes', async () => {
  const orion = connect();
  remote.mode = 'broken';
  for (let n = 0; n < 6; n += 1) await expect(orion.find('a-1')).rejects.toMatchObject(UNAVAILABLE);
  expect(remote.asked).toHaveLength(3);
  await expect(orion.find('a-1')).rejects.toMatchObject({ ...UNAVAILABLE, retryAfter: 15 });
  now += 15_001;
  remote.mode = 'ok';
  expect(await orion.find('a-1')).toMatchObject({ total: 640 });
});
