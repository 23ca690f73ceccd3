import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anAudience } from '../../../test/audience.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { findAudience, hasLoadSince, listLarge } from './audience.queries.ts';
import { askColumns, askDatabase, hasColumns, keepWarm } from './columns/memory.ts';

let world: TestApp;
let coordinator: TestUser;
beforeAll(async () => {
  world = await createTestApp();
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
});
afterAll(() => world.close());
beforeEach(() => sql`update campaign set status = 'FINALIZADA'`.execute(world.db));

async function aLarge(status: 'EN CURSO' | 'AUDIENCIA PROCESADA' | 'CARGANDO AUDIENCIA' | 'FINALIZADA' = 'EN CURSO') {
  const { id } = await aCampaign(world, { status });
  await anAudience(
    world,
    id,
    Array.from({ length: 12 }, () => ({})),
  );
  return id;
}
const audienceOf = async (id: number) => (await findAudience(world.db, coordinator, id, world.clock.now()))!;
const list = async () => (await listLarge(world.db, 10, world.clock.now())).map(({ id }) => id);
const ask = async (id: number) =>
  askColumns(world.deps, await audienceOf(id), async ({ size }) => size, { isPatient: false });

test('only large campaigns that are under way are kept warm, the one with the latest change first', async () => {
  const quiet = await aLarge('AUDIENCIA PROCESADA');
  const busy = await aLarge();
  const newest = await aLarge();
  await aLarge('FINALIZADA');
  const { id: small } = await aCampaign(world, { status: 'EN CURSO' });
  await anAudience(world, small, [{}]);
  await sql`update call set call_count = 1 where campaign_id = ${busy}`.execute(world.db);
  expect(await list()).toEqual([busy, newest, quiet]);
});

test('nothing is warmed beside a load, nor right after one', async () => {
  const before = world.clock.now();
  const later = new Date(before.getTime() + 1);
  expect(await hasLoadSince(world.db, before)).toBe(false);
  const campaignId = await aLarge();
  const { id } = await world.db
    .insertInto('audienceLoad')
    .values({ campaignId, source: 'csv', name: 'vecinos.csv', createdBy: coordinator.id, createdAt: before })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await hasLoadSince(world.db, later)).toBe(true);
  await world.db
    .updateTable('audienceLoad')
    .set({ status: 'COMPLETED', finishedAt: later })
    .where('id', '=', id)
    .execute();
  expect(await hasLoadSince(world.db, before)).toBe(true);
  expect(await hasLoadSince(world.db, later)).toBe(false);
});

test('what is kept warm is there when somebody asks, and follows without being asked', async () => {
  const id = await aLarge();
  await keepWarm(world.deps, await audienceOf(id));
  expect(await ask(id)).toBeUndefined();
  await expect.poll(async () => hasColumns(world.deps, await audienceOf(id))).toBe(true);
  expect(await ask(id)).toEqual({ answer: 12 });
  await sql`select note_all_calls(${id}::int)`.execute(world.db);
  // Read again before anybody notices.
  await keepWarm(world.deps, await audienceOf(id));
  await expect.poll(async () => hasColumns(world.deps, await audienceOf(id))).toBe(true);
  expect(await ask(id)).toEqual({ answer: 12 });
});

test('two campaigns are read one after the other', async () => {
  const [first, second] = [await aLarge(), await aLarge()];
  const has = async (id: number) => hasColumns(world.deps, await audienceOf(id));
  const both = [await audienceOf(first), await audienceOf(second)];
  for (const audience of both) await keepWarm(world.deps, audience);
  await expect.poll(() => has(first)).toBe(true);
  expect(await has(second)).toBe(false);
  for (const audience of both) await keepWarm(world.deps, audience);
  await expect.poll(() => has(second)).toBe(true);
});

test('reading columns waits while somebody waits for the database', async () => {
  const id = await aLarge();
  const audience = await audienceOf(id);
  await keepWarm(world.deps, audience);
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = askDatabase(world.deps, audience, promise);
  const patient = askColumns(world.deps, audience, async ({ size }) => size);
  const winner = await Promise.race([patient, new Promise((later) => setTimeout(later, 500, 'still waiting'))]);
  expect(winner).toBe('still waiting');
  resolve('answered');
  expect(await answer).toBe('answered');
  expect(await patient).toEqual({ answer: 12 });
});
