import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { statusAt, visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';
import type { BlockReason } from './blocking.queries.ts';

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

/** A call within reach under its own number; under any other it is unknown (SEC-27). Its id alone names its leaf. */
export async function findCallView(
  db: Db | Trx,
  viewer: Viewer,
  { phone, callId }: { phone: string; callId: number },
  now: Date,
): Promise<CallView | undefined> {
  const { rows } = await sql<CallView>`
    select call.id, call.campaign_id, campaign.name as campaign_name, call.number, call.person_id,
      person.kind as person_kind, person.channel, call.state_id, state.name as state_name, state.color as state_color,
      substate.name as substate_name, call.call_count, call.callback_at, call.observations, call.invalid, call.operator_id,
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

export interface NumberCampaign {
  id: number;
  name: string;
  objectiveName: string;
  status: CampaignStatus;
  startDate: Date;
  endDate: Date;
}

/** Every campaign within reach that has the number among its calls, the newest first. */
export async function selectNumberCampaigns(
  db: Db,
  viewer: Viewer,
  number: number,
  now: Date,
): Promise<NumberCampaign[]> {
  const { rows } = await sql<NumberCampaign>`
    select campaign.id, campaign.name, objective.name as objective_name, ${statusAt(now)} as status, campaign.start_date,
      campaign.end_date
    from call join campaign on campaign.id = call.campaign_id join objective on objective.id = campaign.objective_id
    where call.number = ${number} and ${visibleTo(viewer)}
    order by campaign.start_date desc, campaign.id desc`.execute(db);
  return rows;
}

export async function findCallOfNumber(
  db: Db,
  { id, idLo, idHi }: { id: number; idLo: number; idHi: number },
  phone: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from call
    where number = ${Number(phone)} and campaign_id = ${id} and id >= ${idLo} and id < ${idHi}`.execute(db);
  return rows[0]?.id;
}
