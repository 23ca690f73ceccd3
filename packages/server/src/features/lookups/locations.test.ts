import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@campanero/contract';
import { createPlaceIndex } from '@campanero/contract/loads/csv/places';
import type { District } from '@campanero/contract/lookups/schemas';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { anOperator, type TestUser } from '../../../test/factories.ts';
import { createWatchedPool, type SeenPlan } from '../../../test/plans.ts';
import { seedLocations } from '../../db/seed/locations.ts';

const world = useWorld();
let operator: TestUser;
beforeAll(async () => {
  operator = await anOperator(world);
});

const get = (headers: Record<string, string> = {}, { app } = world) =>
  app.inject({
    method: 'GET',
    url: '/api/location',
    headers: { authorization: `Bearer ${operator.token}`, ...headers },
  });

test('an empty tree is not cached', async () => {
  expect((await as(world, operator).call(api.lookups.locations)).body).toEqual([]);
  await world.db.transaction().execute((trx) => seedLocations(trx));
});

test('returns districts, sections and subsections with ids as text and display names', async () => {
  const { status, body } = await as(world, operator).call(api.lookups.locations);
  expect(status).toBe(200);
  expect(body).toHaveLength(24);
  const sections = body.flatMap((district) => district.sections);
  expect(sections).toHaveLength(529);
  expect(sections.flatMap((section) => section.subsections)).toHaveLength(3931);
  const city = body.find(({ id }) => id === '02')!;
  expect(city.name).toBe('Ciudad Autónoma de Buenos Aires');
  expect(city.sections[0]).toMatchObject({ id: '02007', name: 'Comuna 1' });
  expect(city.sections[0]!.subsections[0]).toEqual({ id: '0200701001', name: 'Constitución' });
});

test('a file may use the official spelling without accents', async () => {
  const { body } = await as(world, operator).call(api.lookups.locations);
  const places = createPlaceIndex({ tree: body });
  const official = await world.db
    .selectFrom('locationSubsection')
    .innerJoin('locationSection', 'locationSection.id', 'locationSubsection.sectionId')
    .innerJoin('locationDistrict', 'locationDistrict.id', 'locationSection.districtId')
    .select(['locationSubsection.id', 'locationSubsection.name', 'locationSection.name as section'])
    .select('locationDistrict.name as district')
    .execute();
  const unmatched = official.filter(
    ({ id, name, section, district }) => places.match(district, section, name).subsectionId !== id,
  );
  expect(unmatched).toEqual([]);
});

test('is compressed in every accepted encoding', async () => {
  const plain = await get();
  const brotli = await get({ 'accept-encoding': 'gzip, br' });
  const gzip = await get({ 'accept-encoding': 'gzip, br;q=0' });
  expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(brotli.rawPayload.length).toBeLessThan(80_000);
  expect(gzip.rawPayload.length).toBeLessThan(110_000);
  expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload);
  expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
  expect(plain.json<District[]>()).toHaveLength(24);
  expect(brotli.headers).toMatchObject({
    vary: expect.stringContaining('Accept-Encoding'),
    'cache-control': 'private, no-cache',
  });
});

test('304 for a cached copy, but only with a session', async () => {
  const { headers } = await get({ 'accept-encoding': 'br' });
  const etag = String(headers.etag);
  const again = await get({ 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
  expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
    status: 304,
    body: '',
    etag,
  });
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(200);
  const anonymous = await world.app.inject({ method: 'GET', url: '/api/location', headers: { 'if-none-match': etag } });
  expect(anonymous.statusCode).toBe(401);
});

test('is read once at start and shared by all requests', async () => {
  const seen: SeenPlan[] = [];
  const pool = createWatchedPool(world.databaseUrl, seen, /\blocation_/);
  const started = await createTestApp({ beside: world, pool });
  expect(seen).toHaveLength(0);
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const meanwhile = await Promise.all([get({}, started), get({}, started)]);
  expect(meanwhile.map((answer) => answer.json<District[]>().length)).toEqual([24, 24]);
  expect(seen).toHaveLength(3);
  await started.close();
});

test('is read without a request', async () => {
  const seen: SeenPlan[] = [];
  const pool = createWatchedPool(world.databaseUrl, seen, /\blocation_/);
  const started = await createTestApp({ beside: world, pool });
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(3);
  expect((await get({}, started)).statusCode).toBe(200);
  expect(seen).toHaveLength(3);
  await started.close();
});
