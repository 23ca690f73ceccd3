import { api } from '@campanero/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience } from '../../../test/audience.ts';
import { expectTrueCounters } from '../../../test/calling.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
let ana: TestUser;
let luis: TestUser;
let outside: pg.Client;
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  ana = await anOperator(world);
  luis = await anOperator(world);
  outside = new pg.Client({ connectionString: world.databaseUrl });
  await outside.connect();
});
afterAll(async () => {
  await outside.end();
});

const CALLS = 40;
const segment = (id: number) =>
  as(world, coordinator).call(api.audience.segment, {
    params: { id },
    query: {},
    body: { operators: [ana.id, luis.id] },
  });
const undo = async (id: number) => {
  const { body } = await as(world, coordinator).call(api.audience.lastSegmentation, { params: { id } });
  const { segmentationId = 0 } = body.segmentation ?? {};
  return as(world, coordinator).call(api.audience.undoSegmentation, { params: { id, segmentationId } });
};
const rebalance = (id: number) =>
  as(world, coordinator).call(api.audience.rebalance, { params: { id }, body: { from: [ana.id], to: [luis.id] } });

/** Terminates the connection that waits for the table, in the middle of its transaction. */
async function terminateWaiter(waitsFor: string, request: () => Promise<{ status: number }>): Promise<number> {
  await outside.query(`begin; lock table ${waitsFor} in share row exclusive mode`);
  try {
    const answer = request();
    const killed = () =>
      outside.query(
        `select pg_terminate_backend(pid) from pg_locks where not granted and relation = '${waitsFor}'::regclass`,
      );
    await expect.poll(async () => (await killed()).rowCount, { timeout: 10_000 }).toBeGreaterThan(0);
    return (await answer).status;
  } finally {
    await outside.query('rollback');
  }
}

/** All rows that a split writes for this campaign. */
async function traceOf(id: number) {
  const calls = await world.db
    .selectFrom('call')
    .select(['id', 'operatorId', 'segmentationId', 'version', 'updatedAt'])
    .where('campaignId', '=', id)
    .orderBy('id')
    .execute();
  const { rows } = await outside.query(
    `select (select count(*) from segmentation where campaign_id = $1 and undone_at is null) as standing,
      (select count(*) from segmentation_share h join segmentation s on s.id = h.segmentation_id where s.campaign_id = $1) as shares,
      (select count(*) from notification where campaign_id = $1) as bells, (select status from campaign where id = $1) as status`,
    [id],
  );
  const counters = await expectTrueCounters(world, id);
  return { calls, counters, rest: rows, audits: (await auditOf(world)).length };
}

const CASES = [
  // Before the first update, between the calls and their counters, and before the audit record.
  ...['segmentation', 'segmentation_share', 'call_total', 'call_figure', 'notification', 'audit'].map((table) => ({
    name: 'Segmentar',
    request: segment,
    before: [],
    table,
  })),
  ...['call_total', 'audit'].flatMap((table) => [
    { name: 'undo', request: undo, before: [segment], table },
    { name: 'Rebalancear', request: rebalance, before: [segment], table },
  ]),
];

test.each(CASES)('$name rolls back when its connection dies at $table', async ({ request, before, table }) => {
  const { id } = await aCampaign(world, { status: 'AUDIENCIA PROCESADA', operators: [ana.id, luis.id] });
  await anAudience(
    world,
    id,
    Array.from({ length: CALLS }, () => ({})),
  );
  for (const earlier of before) expect((await earlier(id)).status).toBe(200);
  const untouched = await traceOf(id);
  world.published.length = 0;

  expect(await terminateWaiter(table, () => request(id))).toBe(503);
  expect(await traceOf(id)).toEqual(untouched);
  expect(world.published).toEqual([]);

  // The locks are released and the same request works.
  expect((await request(id)).status).toBe(200);
  expect(await traceOf(id)).not.toEqual(untouched);
});
