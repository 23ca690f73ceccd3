import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { anOwnPartition } from '../../../test/audience.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { signedIn } from '../../../test/deps.ts';
import type { TestUser } from '../../../test/factories.ts';
import { createDb, createPool, type Db, type Trx } from '../../db/client.ts';
import { nextContact } from './take-call.ts';
import { registerCall } from './register-call.ts';

const world = useWorld();
let db: Db;
beforeAll(async () => {
  db = createDb(createPool(world.databaseUrl, { max: 1 }));
  await anOwnPartition(world);
});
afterAll(async () => {
  await db.destroy();
});

async function lockedLeaves(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ leaf: string }>`
    select distinct relation::regclass::text as leaf from pg_locks
    where pid = pg_backend_pid() and relation in (select inhrelid from pg_inherits where inhparent = 'call'::regclass)`.execute(
    trx,
  );
  return rows.map(({ leaf }) => leaf);
}

test('generic plans read only the partition of the campaign', async () => {
  const here = await aCallingCampaign(world, { each: 10 });
  const [ana] = here.operators as [TestUser];
  const touched: string[][] = [];
  const actor = { ...signedIn(world.deps).actor, id: ana.id, roles: [2], primary: 2 };
  const fence = async (trx: Trx) => void touched.push(await lockedLeaves(trx));
  const ctx = { ...world.deps, db, actor, fence, requestId: 'r', address: '', userAgent: '' };
  for (let current = 0, round = 0; round < 8; round += 1) {
    const { id: callId } = await nextContact(ctx, here.campaign.id, current);
    await registerCall(ctx, { id: here.campaign.id, callId }, { stateId: here.states.talked.id });
    current = callId;
  }
  expect(touched).toEqual(Array.from({ length: 16 }, () => ['call_b0']));

  const { rows } = await sql<{ statement: string; genericPlans: number }>`
    select statement, generic_plans from pg_prepared_statements where statement ~ '(from|update) call\\M'`.execute(db);
  expect(rows).toHaveLength(4);
  for (const { statement, genericPlans } of rows)
    expect({ statement, isKept: genericPlans > 0 }).toMatchObject({ isKept: true });
});
