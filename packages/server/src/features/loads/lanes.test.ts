import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, reportOf, runLoad, upload } from '../../../test/loads.ts';
import { createJobs, type Jobs } from '../../jobs/runner.ts';
import { lockCampaign } from '../../call-store/write/index.ts';
import { loadWork } from './load-audience.ts';

let world: TestApp;
let coordinator: TestUser;
let queue: Jobs | undefined;
beforeEach(async () => {
  world = await createTestApp();
  coordinator = await aCoordinator(world);
});
afterEach(async () => {
  await queue?.stop();
  queue = undefined;
  await world.close();
});

/** In this test five rows are a large load. */
const tuning = { smallBelow: 5 };
/** Generous: three test files share two cores. */
const POLL = { timeout: 15_000 };
const HEADER = 'telefono;nombre;apellido;documento';
const PEOPLE = [
  '1140000001;Ana;Díaz;30111001',
  '1140000002;Luis;Paz;30111002',
  '1140000003;Eva;Gil;30111003',
  '1140000004;Juan;Sosa;30111004',
  '1140000005;Rosa;Vega;30111005',
];
const fileOf = (rows: readonly string[]) => [{ content: [HEADER, ...rows].join('\n') }];

async function accept(rows: readonly string[]) {
  const { id: campaignId } = await aCampaign(world);
  const { body } = await upload(world, coordinator, campaignId, fileOf(rows));
  return { campaignId, loadId: body.id as number };
}
const phaseOf = async (loadId: number) =>
  (await world.db.selectFrom('audienceLoad').select(['phase', 'lane']).where('id', '=', loadId).executeTakeFirst())!;

/** A large load that is writing but cannot commit until `release`: its campaign is locked. */
async function aLargeLoadThatWrites(rows: readonly string[] = PEOPLE) {
  const large = await accept(rows);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holding = world.db.transaction().execute(async (trx) => {
    await lockCampaign(trx, large.campaignId);
    locked();
    await released;
  });
  await isLocked;
  const ended = runLoad(world, large.loadId, { tuning });
  await expect.poll(() => phaseOf(large.loadId), POLL).toEqual({ phase: 'WRITING', lane: 'large' });
  return {
    ...large,
    end: async () => {
      release();
      await Promise.all([holding, ended]);
    },
  };
}

test('a small load with other people does not wait for a large one', async () => {
  const large = await aLargeLoadThatWrites();
  const small = await accept(['1150000001;Nora;Ríos;20111001', '1150000002;Raúl;Soto;20111002']);
  await runLoad(world, small.loadId, { tuning });
  expect(await reportOf(world, coordinator, small.campaignId)).toMatchObject({ status: 'COMPLETED', loaded: 2 });
  expect(await reportOf(world, coordinator, large.campaignId)).toMatchObject({ status: 'RUNNING' });
  await large.end();
  expect(await reportOf(world, coordinator, large.campaignId)).toMatchObject({ status: 'COMPLETED', loaded: 5 });
  const ids = [...(await callsOf(world, small.campaignId)), ...(await callsOf(world, large.campaignId))].map(
    ({ personId }) => personId,
  );
  expect(new Set(ids).size).toBe(7);
  expect(await leftovers(world)).toEqual([]);
});

test.each([
  ['a number', '1140000002;Otra;Persona;20111009'],
  ['a person on another number', '1150000009;Rosa;Vega;30111005'],
])('a small load that shares %s with a large one waits for it, without duplicates', async (_, row) => {
  const large = await aLargeLoadThatWrites();
  const small = await accept([row, '1150000001;Nora;Ríos;20111001']);
  const ended = runLoad(world, small.loadId, { tuning });
  await expect.poll(() => phaseOf(small.loadId), POLL).toEqual({ phase: 'WAITING', lane: 'large' });
  const waiting = await as(world, coordinator).call(api.loads.last, { params: { id: small.campaignId } });
  expect(waiting.body).toMatchObject({ status: 'RUNNING', ahead: 1 });
  expect((await reportOf(world, coordinator, large.campaignId)).ahead).toBeNull();
  await large.end();
  await ended;
  expect(await reportOf(world, coordinator, small.campaignId)).toMatchObject({
    status: 'COMPLETED',
    loaded: 2,
    ahead: null,
  });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select first_name, last_name, document from person group by 1, 2, 3 having count(*) > 1) twice`.execute(
    world.db,
  );
  expect(rows[0]!.n).toBe(0);
});

test('a large load waits for a running small one and finds its people', async () => {
  const small = await accept(PEOPLE.slice(0, 2));
  const large = await accept(PEOPLE);
  const runs = [
    runLoad(world, small.loadId, { tuning }),
    runLoad(world, large.loadId, { tuning }),
    ...(await Promise.all([accept(PEOPLE.slice(1, 3)), accept(PEOPLE), accept(PEOPLE.slice(3))])).map(({ loadId }) =>
      runLoad(world, loadId, { tuning }),
    ),
  ];
  await Promise.all(runs);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from person`.execute(world.db);
  expect(rows[0]!.n).toBe(PEOPLE.length);
});

test('a load that lost its slot after matching adds no people', async () => {
  const [first, second] = [await accept(PEOPLE), await accept(PEOPLE)];
  const advisory = (id: number) => sql`
    pg_locks join pg_database on pg_database.oid = pg_locks.database and datname = current_database()
    where locktype = 'advisory' and classid = 7267 and objid = ${id}`;
  /** Allocation of person ids happens between matching and adding. */
  const waiting = async () => (await sql`select from ${advisory(3)} and not granted`.execute(world.db)).rows.length;
  const { resolve: release, promise: released } = Promise.withResolvers<void>();
  const holding = world.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7267, 3)`.execute(trx);
    await released;
  });
  const lost = runLoad(world, first.loadId, { tuning }).catch((error: Error) => error.message);
  await expect.poll(waiting, POLL).toBe(1);
  await sql`select pg_terminate_backend(pid) from ${advisory(1)} and granted`.execute(world.db);
  expect(await lost).toContain('terminat');
  const next = runLoad(world, second.loadId, { tuning });
  await expect.poll(waiting, POLL).toBe(2);
  release();
  await Promise.all([holding, next]);
  expect(await callsOf(world, first.campaignId)).toEqual([]);
  await runLoad(world, first.loadId, { tuning });
  const people = [...(await callsOf(world, first.campaignId)), ...(await callsOf(world, second.campaignId))];
  expect([people.length, new Set(people.map(({ personId }) => personId)).size]).toEqual([10, 5]);
});

test('small files are not blocked by large ones, and waiting loads show their position', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun: number[] = [];
  queue = createJobs({
    url: world.databaseUrl,
    log: world.deps.log,
    definitions: [
      { ...loadWork.jobs.large, handler: () => released },
      { ...loadWork.jobs.small, handler: async (_ctx, { campaignId }) => void begun.push(campaignId) },
    ],
    stopTimeoutMs: 100,
  });
  world.deps.jobs = queue;
  const large: number[] = [];
  for (const nth of [1, 2, 3]) {
    const { id: campaignId } = await aCampaign(world);
    await upload(world, coordinator, campaignId, [
      { content: `${HEADER}\n114000000${nth};${'x'.repeat(2_000_001)};;` },
    ]);
    large.push(campaignId);
  }
  await queue.start({ ...world.deps, jobs: queue });
  const { campaignId: small } = await accept(PEOPLE.slice(0, 1));
  await expect.poll(() => begun, { timeout: 10_000 }).toEqual([small]);
  expect((await reportOf(world, coordinator, large[2]!)).ahead).toBe(2);
  release();
});
