import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aReferenceForm,
  startReferenceForms,
  type ReferenceFormsServer,
} from '../../../test/reference-forms-server.ts';
import { withFormCache } from '../connect.ts';
import { createHttpForms } from './http.ts';

let remote: ReferenceFormsServer;
let now = 0;
const clock = () => new Date(now);
const connect = (base = remote.url) =>
  createHttpForms({ base, clock, log: pino({ level: 'silent' }), limits: { timeoutMs: 1_000, maxBytes: 64 * 1024 } });
const UNAVAILABLE = { error: 'FORMS_UNAVAILABLE', status: 503 };

beforeEach(async () => {
  now = Date.parse('2026-03-10T13:00:00Z');
  remote = await startReferenceForms('/formularios');
});
afterEach(() => remote.close());

test('finds a form with all fields', async () => {
  expect(await connect().find('f-1')).toEqual({
    id: 'f-1',
    name: 'Colonias de verano',
    url: 'https://formularios.example/f/1',
    slots: 500,
    enrolled: 463,
    status: 'ABIERTO',
    available: 463,
    createdAt: new Date('2026-02-01T12:00:00Z'),
  });
  expect(await connect().find('otro')).toBeNull();
});

test('searches by name and id; an empty search sends no request', async () => {
  remote.forms = [aReferenceForm(), aReferenceForm({ id: 'g-2', name: 'Escuela de Oficios' })];
  expect(await connect().search({ name: 'oficios' })).toEqual([{ id: 'g-2', name: 'Escuela de Oficios' }]);
  expect(await connect().search({ id: 'f' })).toEqual([{ id: 'f-1', name: 'Colonias de verano' }]);
  const before = remote.asked.length;
  expect(await connect().search({})).toEqual([]);
  expect(remote.asked).toHaveLength(before);
});

test('sends credentials of the URL as a header', async () => {
  const base = remote.url.replace('http://', 'http://campanero:s%C3%AD@');
  await connect(base).find('f-1');
  expect(remote.authorization).toBe(`Basic ${Buffer.from('campanero:sí').toString('base64')}`);
});

describe('ids stay below the configured base URL', () => {
  test.each(['..', '.', ''])('%j is unknown without a request', async (formId) => {
    expect(await connect().find(formId)).toBeNull();
    expect(remote.asked).toEqual([]);
  });
  test.each(['../secreto', '%2e%2e', 'a/b', 'a?b=1', '//elsewhere.example', 'ñandú'])(
    '%j stays one path part',
    async (formId) => {
      expect(await connect().find(formId)).toBeNull();
      expect(remote.asked).toEqual([`/formularios/forms/${encodeURIComponent(formId)}`]);
    },
  );
});

describe('a failing system is one error, in time', () => {
  test.each(['slow', 'dead', 'broken', 'huge', 'redirect'] as const)('%s', async (mode) => {
    remote.mode = mode;
    const began = performance.now();
    await expect(connect().find('f-1')).rejects.toMatchObject(UNAVAILABLE);
    await expect(connect().search({ name: 'x' })).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - began).toBeLessThan(5_000);
    // One request each: no redirects, no retries.
    expect(remote.asked).toHaveLength(2);
  });

  test('connection refused', async () => {
    const gone = connect('http://127.0.0.1:9');
    await expect(gone.find('f-1')).rejects.toMatchObject(UNAVAILABLE);
  });

  test.each([
    ['another form', aReferenceForm({ id: 'f-2' })],
    ['a negative count', aReferenceForm({ enrolled: -1 })],
    ['half a place', aReferenceForm({ slots: 1.5 })],
    ['no name', { ...aReferenceForm(), name: undefined }],
    ['a name of two lines', aReferenceForm({ name: 'a\nb' })],
    ['an endless name', aReferenceForm({ name: 'a'.repeat(5000) })],
    ['no date', aReferenceForm({ createdAt: 'ayer' })],
    ['a list', []],
    ['text', 'hola'],
  ])('invalid answer: %s', async (_what, lie) => {
    remote.mode = 'lying';
    remote.lie = lie;
    await expect(connect().find('f-1')).rejects.toMatchObject(UNAVAILABLE);
  });

  test('drops URLs that are not http(s)', async () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'nonsense', ''])
      expect(await withForm({ url })).toMatchObject({ url: null });
    expect(await withForm({ slots: null })).toMatchObject({ slots: null });
  });
  const withForm = (parts: Parameters<typeof aReferenceForm>[0]) => {
    remote.forms = [aReferenceForm(parts)];
    return connect().find('f-1');
  };
});

describe('circuit breaker', () => {
  test('opens after three failures; then one probe decides', async () => {
    const forms = connect();
    remote.mode = 'broken';
    for (let n = 0; n < 10; n += 1) await expect(forms.find('f-1')).rejects.toMatchObject(UNAVAILABLE);
    expect(remote.asked).toHaveLength(3);
    await expect(forms.find('f-1')).rejects.toMatchObject({ ...UNAVAILABLE, retryAfter: 15 });

    now += 15_001;
    const together = await Promise.allSettled([forms.find('f-1'), forms.find('f-1'), forms.find('f-1')]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(remote.asked).toHaveLength(4);

    now += 15_001;
    remote.mode = 'ok';
    expect(await forms.find('f-1')).toMatchObject({ enrolled: 463 });
    expect(await forms.find('f-1')).toMatchObject({ enrolled: 463 });
    expect(remote.asked).toHaveLength(6);
  });

  test('an unknown form is no failure', async () => {
    const forms = connect();
    for (let n = 0; n < 5; n += 1) expect(await forms.find('nadie')).toBeNull();
    expect(remote.asked).toHaveLength(5);
  });

  test('at most twenty concurrent requests', async () => {
    const forms = connect();
    remote.mode = 'slow';
    await Promise.allSettled(Array.from({ length: 60 }, (_, n) => forms.find(`f-${n}`)));
    expect(remote.asked).toHaveLength(20);
  });
});

describe('cache', () => {
  test('for two seconds, unknown forms too', async () => {
    const forms = withFormCache(connect(), clock);
    await Promise.all(Array.from({ length: 1000 }, () => forms.find('f-1')));
    await forms.find('f-1');
    await forms.find('nadie');
    await forms.find('nadie');
    expect(remote.asked).toHaveLength(2);
    now += 2_001;
    remote.forms = [aReferenceForm({ enrolled: 464 })];
    expect(await forms.find('f-1')).toMatchObject({ enrolled: 464 });
  });

  test('does not cache failures', async () => {
    const forms = withFormCache(connect(), clock);
    remote.mode = 'dead';
    await expect(forms.find('f-1')).rejects.toMatchObject(UNAVAILABLE);
    remote.mode = 'ok';
    expect(await forms.find('f-1')).toMatchObject({ id: 'f-1' });
  });
});
