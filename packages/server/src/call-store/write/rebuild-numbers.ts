import { type Db, isClosed, type RawBuilder, selectColumn, selectRows, sql, type Trx } from '../../db/index.ts';
import { JOB_SCHEMA } from '../../jobs/schema.ts';
import { lockBlockingShared, lockNumbers, type NumbersLock } from '../locks.ts';
import { inCampaign, type CallRange } from '../range.ts';
import type { BlockReason } from '../read/contact.ts';
import type { RecountDbs } from '../read/recount.ts';
import { completeRefresh, IS_STALE, computeBlocks, refreshNumbers, refreshCallsJob } from './refresh-calls.ts';
import { refreshListedJob } from './listed-numbers.ts';

export type WrongBlock = { number: number; kept: BlockReason | null; counted: BlockReason | null };

// A job or a load that is ending will still refresh calls: enqueued in the transaction that causes the difference, so one
// snapshot has both or neither.
const isRefreshPending = sql`(
  exists (select from ${sql.table(`${JOB_SCHEMA}.job`)}
    where name in (${sql.lit(refreshCallsJob.name)}, ${sql.lit(refreshListedJob.name)}) and state in ('created', 'retry', 'active'))
  or exists (select from audience_load where status = 'COMPLETED' and working))`;

/** Without locks first; findings are checked again under the blocking lock, while no load can make its calls visible. */
async function checkTwice<T>({ server, primary }: RecountDbs, check: (db: Db | Trx) => Promise<T[]>): Promise<T[]> {
  if ((await check(server)).length === 0) return [];
  return primary.transaction().execute(async (trx) => {
    await lockBlockingShared(trx);
    return check(trx);
  });
}

const CANDIDATES = sql`(
  select number from blocked_number
  union
  select person_phone.number from person_phone join person on person.id = person_phone.person_id
  where person.do_not_call or person.in_review_since is not null or person.dead or person_phone.wrong
  union
  select number from call where invalid)`;

const selectWrongBlocks = (db: Db | Trx, numbers: RawBuilder<unknown>) =>
  selectRows<WrongBlock>(db)`
    with computed as (
      ${computeBlocks(numbers)}
    )
    select computed.number, blocked_number.reason as kept, computed.reason as counted
    from computed left join blocked_number using (number)
    where blocked_number.reason is distinct from computed.reason and not ${isRefreshPending} order by 1`;

/** Numbers whose stored block reason differs from the one computed from persons and invalid marks. */
export const findWrongBlocks = (dbs: RecountDbs): Promise<WrongBlock[]> =>
  checkTwice(dbs, (db) => selectWrongBlocks(db, CANDIDATES));

const selectStale = (db: Db | Trx, isIncluded: RawBuilder<unknown>) =>
  selectColumn<number>(db)`
    select distinct call.number from call
    join campaign on campaign.id = call.campaign_id and not ${isClosed()}
    join person on person.id = call.person_id
    where ${isIncluded} and ${IS_STALE} and not ${isRefreshPending} order by 1`;

/** Distinct numbers of calls of an unfinished campaign whose denormalised columns are stale. */
export const findStaleNumbers = (dbs: RecountDbs, campaign: CallRange): Promise<number[]> =>
  checkTwice(dbs, (db) => selectStale(db, inCampaign(campaign)));

type WrongNumbers = { wrongBlocks: WrongBlock[]; stale: number[]; lock: NumbersLock };

export async function lockWrongNumbers(trx: Trx, numbers: readonly number[]): Promise<WrongNumbers> {
  const lock = await lockNumbers(trx, await lockBlockingShared(trx), numbers);
  const given = sql`${[...numbers]}::bigint[]`;
  return {
    lock,
    wrongBlocks: await selectWrongBlocks(trx, sql`unnest(${given})`),
    stale: await selectStale(trx, sql`call.number = any(${given})`),
  };
}

/** As a change of a flag does, but waits for locked calls. */
export async function rebuildNumbers(trx: Trx, lock: NumbersLock, now: Date): Promise<void> {
  const { isComplete } = await refreshNumbers(trx, lock, now);
  if (!isComplete) await completeRefresh(trx, lock);
}
