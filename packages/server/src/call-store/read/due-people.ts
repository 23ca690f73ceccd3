import { type Db, isKeptLonger, selectRow, type Trx } from '../../db/index.ts';
import { inCampaign, type CallRange } from '../range.ts';

interface DueBatch {
  /** Cursor: the last call id of the batch before. */
  after: number;
  size: number;
  now: Date;
  months: number;
}

// Persons not erased yet and without a call in a campaign that is open or within its period. `scannedTo`: next cursor, null at the end.
export async function selectDuePeople(db: Db | Trx, campaign: CallRange, { after, size, now, months }: DueBatch) {
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
