import type { Db, Trx } from '../../db/client.ts';
import { selectRow } from '../../db/select.ts';
import { isKeptLonger } from '../../db/product-sql.ts';
import { inCampaign, type CallRange } from '../range.ts';

interface DueBatch {
  /** Cursor: the last call id of the batch before. */
  after: number;
  size: number;
  now: Date;
  /** Retention period of the installation. */
  months: number;
}

/**
 * The next persons of a campaign whose retention period is over: not yet erased, and without a call in any campaign that is open or
 * within its own period. `scannedTo` is the cursor for the next batch, null at the end.
 */
export async function selectDuePeople(
  db: Db | Trx,
  campaign: CallRange,
  { after, size, now, months }: DueBatch,
): Promise<{ ids: number[]; scannedTo: number | null }> {
  const { ids, scannedTo } = await selectRow<{ ids: string[] | null; scannedTo: number | null }>(db)`
    with piece as materialized (
      select call.id, call.person_id from call where ${inCampaign(campaign)} and call.id > ${after} order by call.id limit ${size}
    ), known as materialized (
      select distinct person.id from piece join person on person.id = piece.person_id where person.erased_at is null
    )
    select (select max(id) from piece) as scanned_to, (
      select array_agg(known.id order by known.id) from known where not exists (
        select from person_phone
        join call on call.number = person_phone.number and call.person_id = known.id
        join campaign on campaign.id = call.campaign_id
        where person_phone.person_id = known.id and ${isKeptLonger(now, months)})) as ids`;
  return { ids: (ids ?? []).map(Number), scannedTo };
}
