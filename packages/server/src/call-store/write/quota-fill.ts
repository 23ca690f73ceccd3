import { run, selectColumn, sql, type Trx } from '../../db/index.ts';
import { isInCell, isInterviewInCell } from '../quotas.ts';
import { type CallRange, inCampaign } from '../range.ts';
import type { LockedCall } from './lock-call.ts';

/** Moves the counts of the cells that the interview of a call is in now, and was in before. Under the lock of the call. */
export async function fillQuotas(trx: Trx, call: LockedCall, complete: boolean, now: Date): Promise<void> {
  const is = complete ? isInCell(now) : sql`false`;
  // In the order of their ids, so that two interviews of several cells do not wait for each other.
  const changing = await selectColumn<number>(trx)`
    select quota_cell.id from quota_cell join call on call.id = ${call.id}
    where quota_cell.campaign_id = ${call.campaignId}
      and ${is} <> exists (select from quota_fill where cell_id = quota_cell.id and call_id = call.id)
    order by quota_cell.id for update of quota_cell`;
  if (changing.length === 0) return;
  await run(trx)`
    with gone as (
      delete from quota_fill where call_id = ${call.id} and cell_id = any(${changing}::int[]) returning cell_id
    ), come as (
      insert into quota_fill (cell_id, call_id)
      select id, ${call.id} from unnest(${changing}::int[]) as changing (id) where id not in (select cell_id from gone) returning cell_id
    )
    update quota_cell set filled = filled
      + (select count(*) from come where cell_id = quota_cell.id)::int - (select count(*) from gone where cell_id = quota_cell.id)::int
    where id = any(${changing}::int[])`;
}

/** Of cells whose conditions are new: the complete interviews there are. Under the exclusive lock of the campaign. */
export async function countQuotas(trx: Trx, campaign: CallRange, cellIds: readonly number[], now: Date): Promise<void> {
  const ids = [...cellIds];
  // A statement of its own: one that also inserts would find the old rows still there.
  await run(trx)`delete from quota_fill where cell_id = any(${ids}::int[])`;
  await run(trx)`
    with found as (
      insert into quota_fill (cell_id, call_id)
      select quota_cell.id, call.id
      from interview join call on call.id = interview.call_id cross join quota_cell
      where interview.campaign_id = ${campaign.id} and interview.complete and ${inCampaign(campaign)}
        and quota_cell.id = any(${ids}::int[]) and ${isInterviewInCell(now)}
      returning cell_id
    ), counted as (
      select id, count(cell_id)::int as n from unnest(${ids}::int[]) as id left join found on cell_id = id group by id
    )
    update quota_cell set filled = counted.n from counted where quota_cell.id = counted.id`;
}
