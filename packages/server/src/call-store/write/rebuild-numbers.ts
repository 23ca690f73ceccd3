import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { lockBlockingShared, lockNumbers } from '../locks.ts';
import { inCampaign, type CallRange } from '../range.ts';
import type { BlockReason } from '../read/contact.ts';
import { completeRefresh, IS_STALE, judgeNumbers, refreshNumbers } from './blocking.ts';
import { isClosed } from '../../db/product-sql.ts';

export interface MisjudgedNumber {
  number: number;
  kept: BlockReason | null;
  counted: BlockReason | null;
}

/** Numbers that are kept as blocked for another reason than the flags of their persons and invalid marks give, or for none. */
export async function findMisjudgedNumbers(db: Db): Promise<MisjudgedNumber[]> {
  const { rows } = await sql<MisjudgedNumber>`
    with candidate as (
      select number from blocked_number
      union
      select person_phone.number from person_phone join person on person.id = person_phone.person_id
      where person.do_not_call or person.in_review_since is not null or person.dead or person_phone.wrong
      union
      select number from call where invalid
    ), judged as (
      ${judgeNumbers(sql`(select number from candidate)`)}
    )
    select judged.number, blocked_number.reason as kept, judged.reason as counted
    from judged left join blocked_number using (number)
    where blocked_number.reason is distinct from judged.reason order by 1`.execute(db);
  return rows;
}

/** Numbers of calls of an unfinished campaign whose copies of number and person are old. Each number once. */
export async function findStaleNumbers(db: Db, campaign: CallRange): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select distinct call.number from call
    join campaign on campaign.id = call.campaign_id and not ${isClosed()}
    join person on person.id = call.person_id
    where ${inCampaign(campaign)} and ${IS_STALE} order by 1`.execute(db);
  return rows.map(({ number }) => number);
}

/** Judges these numbers anew and brings the copies on their calls up to date, as a change of a flag does, but waiting for locked calls. */
export async function rebuildNumbers(trx: Trx, numbers: readonly number[], now: Date): Promise<void> {
  const lock = await lockNumbers(trx, await lockBlockingShared(trx), numbers);
  const { isComplete } = await refreshNumbers(trx, lock, now);
  if (!isComplete) await completeRefresh(trx, lock);
}
