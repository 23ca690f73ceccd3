import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startReferenceForms, type ReferenceFormsServer } from '../../../test/reference-forms-server.ts';
import { startReferenceOrion, type ReferenceOrionServer } from '../../../test/reference-orion-server.ts';
import { createHttpForms } from '../forms/http.ts';
import { createHttpOrion } from '../orion/http.ts';

let orionServer: ReferenceOrionServer;
let formsServer: ReferenceFormsServer;
let now = Date.now();
const options = (base: string, pausesMs = [1, 1, 1]) => ({
  base,
  clock: () => new Date(now),
  log: pino({ level: 'silent' }),
  limits: { timeoutMs: 1_000, maxBytes: 64 * 1024 },
  pausesMs,
});
const orion = (pausesMs?: number[]) => createHttpOrion(options(orionServer.url, pausesMs));
const forms = () => createHttpForms(options(formsServer.url));
const UNAVAILABLE = { error: 'DASHBOARD_UNAVAILABLE', status: 503 };

beforeEach(async () => {
  [orionServer, formsServer] = await Promise.all([startReferenceOrion(), startReferenceForms()]);
});
afterEach(() => Promise.all([orionServer.close(), formsServer.close()]));

const people = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n + 1, phone: 1155550000 + n }));
async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<(readonly T[])[]> {
  const taken = [];
  for await (const page of pages) taken.push(page);
  return taken;
}

test('reads pages of a thousand with the previous cursor', async () => {
  orionServer.contacts = { 'a-1': people(2_300) };
  const pages = await all(orion().contacts('a-1'));
  expect(pages.map((page) => page.length)).toEqual([1000, 1000, 300]);
  expect(new Set(pages.flat().map(({ phone }) => phone)).size).toBe(2_300);
  expect(orionServer.asked).toEqual([
    '/audiences/a-1/contacts?limit=1000',
    '/audiences/a-1/contacts?after=c1000&limit=1000',
    '/audiences/a-1/contacts?after=c2000&limit=1000',
  ]);
});

test('requests pages on demand and stops with the reader', async () => {
  orionServer.contacts = { 'a-1': people(5_000) };
  for await (const page of orion().contacts('a-1')) {
    expect(page).toHaveLength(1000);
    break;
  }
  expect(orionServer.asked).toHaveLength(1);
});

test('maps values to text fields of the audience file without blanks and unknown fields', async () => {
  orionServer.contacts = {
    'a-1': [
      {
        id: 77,
        phone: '011 5555-0000',
        mobile: null,
        firstName: 'Ana',
        lastName: '',
        document: 30111222,
        birthday: '1984-02-29',
        gender: 'F',
        district: 'Ciudad Autónoma de Buenos Aires',
        salary: 1,
      },
    ],
  };
  expect((await all(orion().contacts('a-1'))).flat()).toEqual([
    {
      orionId: '77',
      phone: '011 5555-0000',
      firstName: 'Ana',
      document: '30111222',
      birthday: '29-02-1984',
      gender: 'F',
      district: 'Ciudad Autónoma de Buenos Aires',
    },
  ]);
  // Registrations have no dashboard id.
  formsServer.registrations = { 'f-1': [{ id: 5, orionId: '9', mobile: '1155550000', birthday: '29/02/1984' }] };
  expect((await all(forms().registrations('f-1'))).flat()).toEqual([{ mobile: '1155550000', birthday: '29/02/1984' }]);
});

test('an empty list ends at once; an unknown one throws', async () => {
  expect(await all(orion().contacts('a-1'))).toEqual([]);
  expect(await all(forms().registrations('f-1'))).toEqual([]);
  await expect(all(orion().contacts('otra'))).rejects.toMatchObject({ error: 'DASHBOARD_AUDIENCE_UNKNOWN' });
  await expect(all(forms().registrations('otro'))).rejects.toMatchObject({ error: 'FORM_UNKNOWN' });
});

describe('retries', () => {
  test('retries a failed page without loss or duplicates', async () => {
    orionServer.contacts = { 'a-1': people(1_500) };
    const pages = orion().contacts('a-1')[Symbol.asyncIterator]();
    await pages.next();
    orionServer.hiccups = 2;
    expect((await pages.next()).value).toHaveLength(500);
    expect(orionServer.asked).toHaveLength(4);
  });

  test('gives up after some retries, also when the circuit opened', async () => {
    orionServer.mode = 'dead';
    const system = orion();
    await expect(all(system.contacts('a-1'))).rejects.toMatchObject(UNAVAILABLE);
    // Three requests were sent, the fourth met the open circuit.
    expect(orionServer.asked).toHaveLength(3);
    await expect(system.find('a-1')).rejects.toMatchObject({ retryAfter: 15 });
    now += 15_001;
    orionServer.mode = 'ok';
    expect(await all(system.contacts('a-1'))).toEqual([]);
  });

  test('a page that exceeds the timeout fails', async () => {
    orionServer.mode = 'slow';
    await expect(all(orion([]).contacts('a-1'))).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('an invalid page ends the reading', () => {
  test.each([
    ['the cursor that led here', { contacts: [{ phone: '1' }], next: 'same' }, 2],
    ['an empty page that goes on', { contacts: [], next: 'c1' }, 1],
    ['more than was asked for', { contacts: people(1_001), next: null }, 1],
    ['no list', { next: null }, 1],
    ['persons that are none', { contacts: ['Ana'], next: null }, 1],
    ['a list for a name', { contacts: [{ firstName: ['Ana'] }], next: null }, 1],
    ['a cursor of two lines', { contacts: [{ phone: '1' }], next: 'a\nb' }, 1],
    ['a cursor without end', { contacts: [{ phone: '1' }], next: 'a'.repeat(501) }, 1],
    ['text', 'hola', 1],
  ])('%s', async (_what, lie, asked) => {
    orionServer.mode = 'lying';
    orionServer.lie = lie;
    await expect(all(orion().contacts('a-1'))).rejects.toMatchObject(UNAVAILABLE);
    expect(orionServer.asked).toHaveLength(asked);
  });

  test('more bytes than a page can have', async () => {
    orionServer.mode = 'huge';
    await expect(all(orion().contacts('a-1'))).rejects.toMatchObject(UNAVAILABLE);
    expect(orionServer.asked).toHaveLength(1);
  });
});
