import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../db/client.ts';
import { isClosed } from '../../db/product-sql.ts';
import { defineCronJob, defineJob } from '../../jobs/define-job.ts';
import { transact } from '../../work/transact.ts';
import { lockBlocking, lockBlockingShared, lockNumbers } from '../locks.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { IS_BLOCKED, refreshUnlocked } from './blocking.ts';
import { refreshCallsJob } from './refresh-calls.ts';

/** What a load brings: its numbers, rising and none twice. `replaces`: the list has no others afterwards. */
interface Brought {
  loadId: number;
  numbers: Float64Array;
  replaces: boolean;
}
interface ListChange {
  added: number;
  removed: number;
}

const AT_ONCE = 50_000;

/**
 * Changes which numbers a list has: those that a load brings, or one taken out by hand. The caller has locked the list's row. Numbers
 * that the list has stay as they are, with the load that first brought them. They are written in their order, which is that of the
 * index, a piece at a time; nobody sees any of it before the commit, and nobody waits for it.
 */
export async function changeListed(
  trx: Trx,
  listId: number,
  change: Brought | { takeOut: number },
): Promise<ListChange> {
  if ('takeOut' in change) {
    const { numAffectedRows } = await sql`
      delete from listed_number where number = ${change.takeOut} and list_id = ${listId}`.execute(trx);
    return { added: 0, removed: Number(numAffectedRows) };
  }
  const { loadId, numbers, replaces } = change;
  const sum: ListChange = { added: 0, removed: 0 };
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const piece = [...numbers.subarray(at, at + AT_ONCE)];
    if (replaces) {
      const from = at === 0 ? 0 : piece[0]!;
      const to = numbers[at + AT_ONCE] ?? Number.MAX_SAFE_INTEGER;
      const { numAffectedRows } = await sql`
        delete from listed_number where list_id = ${listId} and number >= ${from} and number < ${to}
          and number not in (select unnest(${piece}::bigint[]))`.execute(trx);
      sum.removed += Number(numAffectedRows);
    }
    const { numAffectedRows } = await sql`
      insert into listed_number (number, list_id, load_id)
      select number, ${listId}, ${loadId} from unnest(${piece}::bigint[]) as brought (number)
      on conflict do nothing`.execute(trx);
    sum.added += Number(numAffectedRows);
  }
  return sum;
}

/** Nobody waits for this statement. With the usual limit millions of calls on a busy machine would never come to an end. */
const FIND_MS = 900_000;

/** Numbers of a campaign whose calls say of a block what is no longer so. */
async function findMisblocked(db: Db, campaign: CallRange): Promise<number[]> {
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(FIND_MS)}, true)`.execute(trx);
    return sql<{ number: number }>`
      select distinct call.number from call join campaign on campaign.id = call.campaign_id join person on person.id = call.person_id
      where ${inCampaign(campaign)} and call.blocked <> ${IS_BLOCKED} order by 1`.execute(trx);
  });
  return rows.map(({ number }) => number);
}

/** Few enough that whoever wants one of their calls hardly waits. */
const NUMBERS_AT_ONCE = 1_000;

/**
 * After a change of the lists, of the campaign's obedience, or a load into a campaign that obeys: brings `call.blocked` and the
 * counters up to date, in pieces. Next-contact does not wait for it: it reads the lists themselves. Repeating it changes nothing.
 * Not unique: a change that commits while one of these runs needs another.
 */
export const refreshListedJob = defineJob({
  name: 'block-lists.refresh-calls',
  payload: z.object({ campaignId: z.number().int().positive() }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 120 },
  expireSeconds: 3_600,
  async handler(ctx, { campaignId }) {
    // Whoever judges a number at this moment may have read the lists as they were before: their writes come first.
    await transact(ctx, ({ trx }) => lockBlocking(trx));
    const campaign = await ctx.db
      .selectFrom('campaign')
      .select(['id', 'idLo', 'idHi', 'external'])
      .where('id', '=', campaignId)
      .where((eb) => eb.not(isClosed()))
      .executeTakeFirst();
    if (!campaign) return;
    const numbers = await findMisblocked(ctx.heavyDb, campaign);
    for (let at = 0; at < numbers.length; at += NUMBERS_AT_ONCE) {
      ctx.job.signal.throwIfAborted();
      const piece = numbers.slice(at, at + NUMBERS_AT_ONCE);
      await transact(ctx, async ({ trx, enqueue, publishActivity }) => {
        const lock = await lockNumbers(trx, await lockBlockingShared(trx), piece);
        if (!(await refreshUnlocked(trx, lock, piece))) await enqueue(refreshCallsJob, { numbers: piece });
        publishActivity(campaign);
      });
    }
  },
});

const ROWS_AT_ONCE = 20_000;

/** Hourly: deletes the numbers of lists that were removed, which block nobody any more. Safe to repeat. */
export const clearListsJob = defineCronJob({
  name: 'block-lists.clear',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 1_800,
  cron: '23 * * * *',
  async handler({ db, job }) {
    for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;) {
      job.signal.throwIfAborted();
      const { numAffectedRows } = await sql`
        delete from listed_number where ctid = any(array(
          select listed_number.ctid from listed_number
          where list_id in (select id from block_list where removed_at is not null) limit ${ROWS_AT_ONCE}))`.execute(
        db,
      );
      deleted = Number(numAffectedRows);
    }
  },
});
