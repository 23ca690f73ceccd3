import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { inCampaign, inLeafOf, type CallRange } from '../range.ts';
import { isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';

/** Why a number must not be called. Where several reasons hold, the first of these is stored. */
export type BlockReason = 'DO_NOT_CALL' | 'INVALID' | 'DEAD' | 'WRONG';

/** One call as the contact page shows it. */
export interface CallView {
  id: number;
  campaignId: number;
  campaignName: string;
  number: number;
  personId: number;
  personKind: 'contact' | 'lead';
  channel: string | null;
  stateId: number;
  stateName: string;
  stateColor: string;
  substateName: string | null;
  callCount: number;
  callbackAt: Date | null;
  /** The flags of its state. */
  callback: boolean;
  contactability: boolean;
  triedParts: number;
  retryOtherHours: boolean;
  observations: string | null;
  invalid: boolean;
  operatorId: number | null;
  operatorName: string | null;
  heldById: number | null;
  heldByName: string | null;
  formUrl: string | null;
  blockReason: BlockReason | null;
  version: number;
}

/** A call that the viewer may see. With a number that is not its own it is not found. */
export async function findCallView(
  db: Db | Trx,
  viewer: Viewer,
  { phone, callId }: { phone: string; callId: number },
  now: Date,
): Promise<CallView | undefined> {
  const { rows } = await sql<CallView>`
    select call.id, call.campaign_id, campaign.name as campaign_name, call.number, call.person_id,
      person.kind as person_kind, person.channel, call.state_id, state.name as state_name, state.color as state_color,
      substate.name as substate_name, call.call_count, call.callback_at, state.callback, state.contactability, call.tried_parts,
      campaign.retry_other_hours, call.observations, call.invalid, call.operator_id,
      trim(operator.first_name || ' ' || operator.last_name) as operator_name, holder.id as held_by_id,
      trim(holder.first_name || ' ' || holder.last_name) as held_by_name, campaign.form_url,
      blocked_number.reason as block_reason, call.version
    from call
    join campaign on campaign.id = call.campaign_id
    join person on person.id = call.person_id
    join state on state.id = call.state_id
    left join substate on substate.id = call.substate_id and not call.invalid
    left join app_user operator on operator.id = call.operator_id
    left join app_user holder on holder.id = call.hold_by and call.hold_until > ${now} and holder.id <> ${viewer.id}
    left join blocked_number on blocked_number.number = call.number
    where call.id = ${callId} and call.number = ${Number(phone)} and ${visibleTo(viewer)}`.execute(db);
  return rows[0];
}

export async function findNumberOfCall(
  db: Db | Trx,
  place: { id: number; idLo: number },
  callId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`${prepared}
    select number from call where id = ${callId} and ${inLeafOf(place)} and campaign_id = ${place.id}`.execute(db);
  return rows[0]?.number;
}

/** Every campaign that has the number among its calls, also those that the caller may not see. */
export async function listCampaignsOfNumber(db: Db, number: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select campaign_id as id from call where number = ${number}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findCallOfNumber(db: Db, range: CallRange, phone: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from call where number = ${Number(phone)} and ${inCampaign(range)}`.execute(db);
  return rows[0]?.id;
}

/** The ids are values, not a join, so that the planner reads only their leaves. */
export async function selectNumbersOfCalls(db: Db, callIds: readonly number[]): Promise<Map<number, number>> {
  if (callIds.length === 0) return new Map();
  const rows = await db.selectFrom('call').select(['id', 'number']).where('id', 'in', callIds).execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export interface FoundCall {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  name: string;
  stateName: string;
  stateColor: string;
  userName: string | null;
  lastCallAt: Date | null;
}

/**
 * Calls that the viewer may see, by digits of their number (filter.ts: numberBeginsWith, numberEndsWith). Campaigns that are
 * not closed come first, then the newest; sorted before the limit, which would otherwise cut them off.
 */
export async function findByNumber(
  db: Db,
  viewer: Viewer,
  hasDigits: RawBuilder<boolean>,
  limit: number,
): Promise<FoundCall[]> {
  const { rows } = await sql<FoundCall>`
    with found as (
      select call.id, call.campaign_id, campaign.name as campaign_name, campaign.status, call.number, call.person_id,
        call.state_id, call.operator_id, call.last_at
      from call join campaign on campaign.id = call.campaign_id
      where ${hasDigits} and ${visibleTo(viewer)}
      order by campaign.status in ('FINALIZANDO', 'FINALIZADA'), call.campaign_id desc, call.id
      limit ${limit}
    )
    select found.id as call_id, found.campaign_id, found.campaign_name, found.number, coalesce(${personName}, '') as name,
      state.name as state_name, state.color as state_color, found.last_at as last_call_at,
      nullif(trim(app_user.first_name || ' ' || app_user.last_name), '') as user_name
    from found
    join state on state.id = found.state_id
    left join app_user on app_user.id = found.operator_id
    left join person on person.id = found.person_id and ${isVisiblePerson(viewer)}
    order by found.status in ('FINALIZANDO', 'FINALIZADA'), found.campaign_id desc, found.id`.execute(db);
  return rows;
}
