import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { JOB_SCHEMA } from '../../jobs/schema.ts';
import { lockBlockingShared, lockNumbers, type NumbersLock } from '../locks.ts';
import { inCampaign, type CallRange } from '../range.ts';
import type { BlockReason } from '../read/contact.ts';
import type { RecountDbs } from '../read/recount-campaign.ts';
import { completeRefresh, IS_STALE, computeBlocks, refreshNumbers } from './blocking.ts';
import { refreshListedJob } from './listed-numbers.ts';
import { refreshCallsJob } from './refresh-calls.ts';
import { isClosed } from '../../db/product-sql.ts';

export interface WrongBlock {
  number: number;
  kept: BlockReason | null;
  counted: BlockReason | null;
}

/**
 * A job, or the end of a load, still has to write copies or judge numbers: what differs meanwhile is not a fault. It is committed
 * together with what it has to write, so one statement sees both or neither.
 */
const isOnItsWay = sql`(
  exists (select from ${sql.table(`${JOB_SCHEMA}.job`)}
    where name in (${sql.lit(refreshCallsJob.name)}, ${sql.lit(refreshListedJob.name)}) and state in ('created', 'retry', 'active'))
  or exists (select from audience_load where status = 'COMPLETED' and working))`;

/**
 * The first look is taken beside people at work. Whatever it finds is looked at again on the primary while no load makes its calls
 * visible, which snapshots do not cover.
 */
async function lookTwice<T>({ server, primary }: RecountDbs, look: (db: Db | Trx) => Promise<T[]>): Promise<T[]> {
  if ((await look(server)).length === 0) return [];
  return primary.transaction().execute(async (trx) => {
    await lockBlockingShared(trx);
    return look(trx);
  });
}

/** Every number that may be blocked. */
const CANDIDATES = sql`(
  select number from blocked_number
  union
  select person_phone.number from person_phone join person on person.id = person_phone.person_id
  where person.do_not_call or person.in_review_since is not null or person.dead or person_phone.wrong
  union
  select number from call where invalid)`;

async function selectWrongBlocks(db: Db | Trx, numbers: RawBuilder<unknown>): Promise<WrongBlock[]> {
  const { rows } = await sql<WrongBlock>`
    with judged as (
      ${computeBlocks(numbers)}
    )
    select judged.number, blocked_number.reason as kept, judged.reason as counted
    from judged left join blocked_number using (number)
    where blocked_number.reason is distinct from judged.reason and not ${isOnItsWay} order by 1`.execute(db);
  return rows;
}

/** Numbers that are kept as blocked for another reason than the flags of their persons and invalid marks give, or for none. */
export const findWrongBlocks = (dbs: RecountDbs): Promise<WrongBlock[]> =>
  lookTwice(dbs, (db) => selectWrongBlocks(db, CANDIDATES));

async function selectStale(db: Db | Trx, isAsked: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct call.number from call
    join campaign on campaign.id = call.campaign_id and not ${isClosed()}
    join person on person.id = call.person_id
    where ${isAsked} and ${IS_STALE} and not ${isOnItsWay} order by 1`.execute(db);
  return rows.map(({ number }) => number);
}

/** Numbers of calls of an unfinished campaign whose copies of number and person are old. Each number once. */
export const findStaleNumbers = (dbs: RecountDbs, campaign: CallRange): Promise<number[]> =>
  lookTwice(dbs, (db) => selectStale(db, inCampaign(campaign)));

export interface WrongNumbers {
  wrongBlocks: WrongBlock[];
  stale: number[];
  lock: NumbersLock;
}

/** Of these numbers those that are still wrong once nothing that decides about them can change. */
export async function lockWrongNumbers(trx: Trx, numbers: readonly number[]): Promise<WrongNumbers> {
  const lock = await lockNumbers(trx, await lockBlockingShared(trx), numbers);
  const given = sql`${[...numbers]}::bigint[]`;
  return {
    lock,
    wrongBlocks: await selectWrongBlocks(trx, sql`unnest(${given})`),
    stale: await selectStale(trx, sql`call.number = any(${given})`),
  };
}

/** Judges these numbers anew and brings the copies on their calls up to date, as a change of a flag does, but waiting for locked calls. */
export async function rebuildNumbers(trx: Trx, lock: NumbersLock, now: Date): Promise<void> {
  const { isComplete } = await refreshNumbers(trx, lock, now);
  if (!isComplete) await completeRefresh(trx, lock);
}
