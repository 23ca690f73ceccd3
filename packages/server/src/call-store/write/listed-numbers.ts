import {
  countWritten,
  type Db,
  hasWritten,
  isClosed,
  run,
  selectColumn,
  selectFirst,
  type Trx,
} from '../../db/index.ts';
import { z } from 'zod';
import { defineCronJob, defineJob } from '../../jobs/define-job.ts';
import { transact } from '../../work/transact.ts';
import { lockBlocking, lockBlockingShared, lockNumbers } from '../locks.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { IS_BLOCKED, refreshUnlocked, refreshCallsJob } from './refresh-calls.ts';

/** The numbers of a file, ascending and distinct. `replaces`: numbers not among them leave the list. */
type LoadedNumbers = { loadId: number; numbers: Float64Array; replaces: boolean };
const INSERT_BATCH = 50_000;

/** The caller has locked the list's row. False if the number was not listed. */
export const removeListedNumber = (trx: Trx, listId: number, number: number) =>
  hasWritten(trx)`delete from listed_number where number = ${number} and list_id = ${listId}`;

/** The caller has locked the list's row. Numbers already listed keep their load. In index order, in batches of one transaction. */
export async function addListedNumbers(trx: Trx, listId: number, { loadId, numbers, replaces }: LoadedNumbers) {
  const sum = { added: 0, removed: 0 };
  for (let at = 0; at < numbers.length; at += INSERT_BATCH) {
    const piece = [...numbers.subarray(at, at + INSERT_BATCH)];
    if (replaces) {
      const from = at === 0 ? 0 : piece[0]!;
      const to = numbers[at + INSERT_BATCH] ?? Number.MAX_SAFE_INTEGER;
      sum.removed += await countWritten(trx)`
        delete from listed_number where list_id = ${listId} and number >= ${from} and number < ${to}
          and number not in (select unnest(${piece}::bigint[]))`;
    }
    sum.added += await countWritten(trx)`
      insert into listed_number (number, list_id, load_id)
      select number, ${listId}, ${loadId} from unnest(${piece}::bigint[]) as list_line (number)
      on conflict do nothing`;
  }
  return sum;
}

/** No user waits for this statement; the default timeout is too short for millions of calls on a busy machine. */
const FIND_TIMEOUT_MS = 900_000;

const findStaleBlocks = (db: Db, campaign: CallRange) =>
  db.transaction().execute(async (trx) => {
    await run(trx)`select set_config('statement_timeout', ${String(FIND_TIMEOUT_MS)}, true)`;
    return selectColumn<number>(trx)`
      select distinct call.number from call join campaign on campaign.id = call.campaign_id join person on person.id = call.person_id
      where ${inCampaign(campaign)} and call.blocked <> ${IS_BLOCKED} order by 1`;
  });

/** Small, so that requests for one of these calls wait only briefly. */
const NUMBERS_AT_ONCE = 1_000;

// Refreshes `call.blocked` and counters after a change of lists, setting or load. Idempotent but no singleton: a change that
// commits while one runs needs another. Next-contact reads the lists itself.
export const refreshListedJob = defineJob({
  name: 'block-lists.refresh-calls',
  payload: z.object({ campaignId: z.number().int().positive() }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 120 },
  expireSeconds: 3_600,
  async handler(ctx, { campaignId }) {
    // Transactions that recompute blocks now may have read the lists before the change: wait until they commit.
    await transact(ctx, ({ trx }) => lockBlocking(trx));
    const campaign = await selectFirst<CallRange & { external: boolean }>(ctx.db)`
      select id, id_lo, id_hi, external from campaign where id = ${campaignId} and not ${isClosed()}`;
    if (!campaign) return;
    const numbers = await findStaleBlocks(ctx.heavyDb, campaign);
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

const DELETE_BATCH = 20_000;

/** Hourly: deletes the numbers of removed lists, which no longer block. Idempotent. */
export const clearListsJob = defineCronJob({
  name: 'block-lists.clear',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 1_800,
  cron: '23 * * * *',
  async handler({ db, job }) {
    for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH;) {
      job.signal.throwIfAborted();
      deleted = await countWritten(db)`
        delete from listed_number where ctid = any(array(
          select listed_number.ctid from listed_number
          where list_id in (select id from block_list where removed_at is not null) limit ${DELETE_BATCH}))`;
    }
  },
});
