import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { isVisiblePerson, personName, type Viewer } from '../reach.ts';

/** One registered outcome with the names that screens show. */
export interface HistoryRecord {
  id: number;
  stateId: number;
  stateName: string;
  stateColor: string;
  substateId: number | null;
  substateName: string | null;
  affinity: number | null;
  observations: string | null;
  callbackAt: Date | null;
  personId: number | null;
  personName: string | null;
  correctsId: number | null;
  reason: string | null;
  isCorrected: boolean;
  createdAt: Date;
  userId: number;
  userName: string;
}

async function selectEntries(
  db: Db | Trx,
  viewer: Viewer,
  callId: number,
  only: RawBuilder<unknown>,
): Promise<HistoryRecord[]> {
  const { rows } = await sql<HistoryRecord>`
    select h.id, h.state_id, state.name as state_name, state.color as state_color, h.substate_id,
      substate.name as substate_name, h.affinity, h.observations, h.callback_at, person.id as person_id,
      ${personName} as person_name, h.corrects_id, h.reason, h.created_at, h.user_id,
      trim(app_user.first_name || ' ' || app_user.last_name) as user_name,
      exists (select from call_history c where c.call_id = h.call_id and c.corrects_id = h.id) as is_corrected
    from call_history h
    join state on state.id = h.state_id
    join app_user on app_user.id = h.user_id
    left join substate on substate.id = h.substate_id
    left join person on person.id = h.person_id and ${isVisiblePerson(viewer)}
    where h.call_id = ${callId} and ${only}
    order by h.created_at desc, h.id desc`.execute(db);
  return rows;
}

/** Newest first. The caller must check first that the viewer may see the call. */
export const selectHistory = (db: Db, viewer: Viewer, callId: number) => selectEntries(db, viewer, callId, sql`true`);

export async function getEntry(db: Db | Trx, viewer: Viewer, callId: number, entryId: number): Promise<HistoryRecord> {
  const [entry] = await selectEntries(db, viewer, callId, sql`h.id = ${entryId}`);
  if (!entry) throw new Error(`history entry ${entryId} is not there`);
  return entry;
}

export interface Outcome {
  stateId: number;
  substateId: number | null;
  affinity: number | null;
  observations: string | null;
  callbackAt: Date | null;
  personId: number | null;
}

/**
 * The id of the call's last entry, if the same user registered the same outcome since `since`. Without an Idempotency-Key
 * such a repetition counts as a double click.
 */
export async function findRepeatedEntry(
  trx: Trx,
  { callId, userId, since, outcome }: { callId: number; userId: number; since: Date; outcome: Outcome },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select * from call_history where call_id = ${callId} and created_at >= ${since} and corrects_id is null
      order by created_at desc, id desc limit 1
    ) last
    where user_id = ${userId} and state_id = ${outcome.stateId} and substate_id is not distinct from ${outcome.substateId}
      and affinity is not distinct from ${outcome.affinity} and observations is not distinct from ${outcome.observations}
      and callback_at is not distinct from ${outcome.callbackAt} and person_id is not distinct from ${outcome.personId}`.execute(
    trx,
  );
  return rows[0]?.id;
}

/** An entry to be corrected, and the registration at the beginning of its chain: the figures stay with its day and author. */
export interface CorrectedEntry {
  id: number;
  stateId: number;
  stateName: string;
  affinity: number | null;
  isCorrected: boolean;
  originalUserId: number;
  originalAt: Date;
  /** The original was not the call's first registration. */
  again: boolean;
  /** Nothing was registered on the call after the original. */
  isLatest: boolean;
}

/** The caller holds the call's lock, so no entry is added meanwhile. */
export async function findCorrected(trx: Trx, callId: number, entryId: number): Promise<CorrectedEntry | undefined> {
  const { rows } = await sql<CorrectedEntry>`
    with recursive entries as materialized (
      select id, user_id, state_id, affinity, again, corrects_id, created_at from call_history where call_id = ${callId}
    ), chain as (
      select * from entries where id = ${entryId}
      union all
      select entries.* from chain join entries on entries.id = chain.corrects_id
    )
    select entry.id, entry.state_id, state.name as state_name, entry.affinity, original.user_id as original_user_id,
      original.created_at as original_at, original.again,
      exists (select from entries where corrects_id = entry.id) as is_corrected,
      not exists (select from entries where corrects_id is null
        and (created_at, id) > (original.created_at, original.id)) as is_latest
    from entries entry join state on state.id = entry.state_id, chain original
    where entry.id = ${entryId} and original.corrects_id is null`.execute(trx);
  return rows[0];
}
