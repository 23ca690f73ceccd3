import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { LockedCall } from './lock-call.queries.ts';
import type { Outcome } from './history.queries.ts';
import type { Workplace } from './workplace.queries.ts';

/** An entry to be corrected, and the registration at the beginning of its chain: its day and author keep the figures. */
export interface CorrectedEntry {
  id: number;
  stateId: number;
  stateName: string;
  affinity: number | null;
  isCorrected: boolean;
  originalUserId: number;
  originalAt: Date;
  /** Nothing was registered on the call after the original. */
  isLatest: boolean;
}

/** Read under the call's lock: nobody adds entries meanwhile. */
export async function findCorrected(trx: Trx, callId: number, entryId: number): Promise<CorrectedEntry | undefined> {
  const { rows } = await sql<CorrectedEntry>`
    with recursive entries as materialized (
      select id, user_id, state_id, affinity, corrects_id, created_at from call_history where call_id = ${callId}
    ), chain as (
      select * from entries where id = ${entryId}
      union all
      select entries.* from chain join entries on entries.id = chain.corrects_id
    )
    select entry.id, entry.state_id, state.name as state_name, entry.affinity, original.user_id as original_user_id,
      original.created_at as original_at,
      exists (select from entries where corrects_id = entry.id) as is_corrected,
      not exists (select from entries where corrects_id is null
        and (created_at, id) > (original.created_at, original.id)) as is_latest
    from entries entry join state on state.id = entry.state_id, chain original
    where entry.id = ${entryId} and original.corrects_id is null`.execute(trx);
  return rows[0];
}

/** The present state follows only its latest registration; under an invalid mark it waits as the state to return to. */
export async function applyCorrection(
  trx: Trx,
  { idLo, idHi }: Workplace,
  call: LockedCall,
  { stateId, substateId, affinity, callbackAt }: Outcome,
  now: Date,
): Promise<void> {
  await sql`
    update call set state_id = ${call.invalid ? call.stateId : stateId}, substate_id = ${substateId},
      state_before_invalid = ${call.invalid ? stateId : null}, affinity = ${affinity}, callback_at = ${callbackAt},
      version = version + 1, updated_at = ${now}
    where id = ${call.id} and id >= ${idLo} and id < ${idHi}`.execute(trx);
}
