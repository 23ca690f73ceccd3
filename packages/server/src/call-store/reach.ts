import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import {
  ADMINISTRADOR,
  COORDINADOR,
  COORDINADOR_EXTERNO,
  type Caller,
  isOnExternalSide,
  type ServiceSide,
  OPERADOR,
  OPERADOR_EXTERNO,
} from '@campanero/contract/roles';
import { sql, type RawBuilder } from 'kysely';
import { primaryRole } from '../db/product-sql.ts';

/** The reading user and their primary role, or a service account. */
export interface Viewer extends Caller {
  id: number;
}

/** For work of the system, which users do not see. */
export const SEES_ALL: Viewer = { id: 0, primary: ADMINISTRADOR };

/** Which campaigns a viewer may see (rule roles/reach), for any query over `campaign`. An unknown role, or none, sees nothing. */
export const visibleTo = ({ id, primary, service }: Viewer): RawBuilder<boolean> =>
  service ? reachOfService(service) : reachOf(primary, id);

const reachOfService = ({ external, campaignIds }: ServiceSide) => sql<boolean>`(
  (campaign.external or not ${external}::boolean)
  and (${campaignIds}::int[] is null or campaign.id = any(${campaignIds}::int[])))`;

/** Whether `app_user`, with one of these roles, may see `campaign`. */
export const isVisibleToUser = (roles: readonly number[]): RawBuilder<boolean> => {
  const cases = roles.map((role) => sql`when ${sql.lit(role)} then ${reachOf(role, sql<number>`app_user.id`)}`);
  return sql<boolean>`(case ${primaryRole()} ${sql.join(cases, sql` `)} else false end)`;
};

type UserId = number | RawBuilder<number>;

function reachOf(primary: number | undefined, userId: UserId): RawBuilder<boolean> {
  switch (primary) {
    case ADMINISTRADOR:
    case COORDINADOR:
      return sql<boolean>`true`;
    case COORDINADOR_EXTERNO:
      return sql<boolean>`campaign.external`;
    case OPERADOR:
      return isOperatorOfCampaign(userId);
    case OPERADOR_EXTERNO:
      return sql<boolean>`(${isOperatorOfCampaign(userId)} and campaign.external)`;
    default:
      return sql<boolean>`false`;
  }
}

/** Request ids may exceed the column type: cast to bigint they match nothing instead of failing. */
export const isOperatorOfCampaign = (userId: UserId): RawBuilder<boolean> => sql<boolean>`exists (
  select from campaign_operator
  where campaign_operator.campaign_id = campaign.id and campaign_operator.user_id = ${userId}::bigint)`;

/** External roles see only persons loaded into an external campaign (rule roles/external-side). */
export const isVisiblePerson = (viewer: Viewer): RawBuilder<boolean> =>
  isOnExternalSide(viewer) ? sql<boolean>`person.from_external` : sql<boolean>`true`;

export const personName = sql<string>`coalesce(
  nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name)`;

// Conditions on the calls of `campaign`, from counters.

export const hasAssignedCalls = sql<boolean>`exists (
  select from call_total where call_total.campaign_id = campaign.id and call_total.operator_id > 0 and call_total.n > 0)`;

/** Unassigned and not blocked. */
export const hasFreeCalls = sql<boolean>`exists (
  select from call_figure
  where call_figure.campaign_id = campaign.id and call_figure.operator_id = 0 and call_figure.figure = 'free'
    and call_figure.n > 0)`;

/** Never-called ones assigned to the user. */
export const pendingCallsOf = (userId: number): RawBuilder<number> => sql<number>`coalesce((
  select n from call_total
  where call_total.campaign_id = campaign.id and operator_id = ${userId} and state_id = ${sql.lit(PENDING_STATE)}), 0)`;

export const callsNumber = (number: number): RawBuilder<boolean> =>
  sql<boolean>`campaign.id = any(array(select call.campaign_id from call where call.number = ${number}))`;

export const hasRegistered = (userId: number): RawBuilder<boolean> =>
  sql<boolean>`campaign.id in (select campaign_id from outcome_count where operator_id = ${userId})`;

/** Nearly always the number the person was loaded with; person_phone is read only for others. */
export const IS_MOBILE = sql<boolean>`case when person.loaded_number = call.number then coalesce(person.loaded_mobile, false)
  else coalesce((select mobile from person_phone where number = call.number and person_id = call.person_id), false) end`;
