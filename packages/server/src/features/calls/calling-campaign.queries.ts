import { isOpenForCalls } from '@campanero/contract/campaigns/status';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { sql } from 'kysely';
import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { type CampaignLock, lockCampaignShared } from '../../call-store/write/index.ts';
import { hasAssignedCalls, type Viewer, visibleTo } from '../../call-store/reach.ts';
import type { Db, Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { selectFirst, selectRows, selectValue } from '../../db/select.ts';
import { AppError, found } from '../../work/app-error.ts';
import type { Stage } from '../campaigns/status/stage.queries.ts';
import { asBigint, countsAcross, fullName, primaryRole, rulesOfCampaign } from '../../db/product-sql.ts';

/** What decides whether calling is open in a campaign, and the range of its calls. */
export interface CallingCampaign extends Stage {
  name: string;
  /** Its calls are `idLo <= id < idHi`. Every statement over `call` needs the range, so that it reads one partition. */
  idLo: number;
  idHi: number;
  /** All positions below have a call. */
  nextPosition: number;
  /** What its people are asked. */
  surveyId: number | null;
  /** Whether any quota limits whom it hands out. */
  hasQuotas: boolean;
  retryOtherHours: boolean;
  /** Its own calling rules, or the default ones. */
  rules: CallingRules;
  /** Whether attempts and pause count the calls of all campaigns to the same number. */
  countsAcross: boolean;
}

const COLUMNS = sql`id, name, external, status, status_before_pause, status_before_load, start_date, end_date, id_lo, id_hi,
  next_position, survey_id, retry_other_hours, exists (select from quota_cell where campaign_id = campaign.id) as has_quotas, ${hasAssignedCalls} as has_assigned_calls, ${rulesOfCampaign} as rules,
  ${countsAcross} as counts_across`;

/** Not found when the viewer may not see the campaign or it has no audience. */
export const getCallingCampaign = async (db: Db | Trx, viewer: Viewer, id: number): Promise<CallingCampaign> =>
  found(
    await selectFirst<CallingCampaign>(db)`${prepared}
      select ${COLUMNS} from campaign
      where campaign.id = ${asBigint(id)} and ${visibleTo(viewer)} and block is not null`,
  );

type LockedCallingCampaign = CallingCampaign & { lock: CampaignLock };

/** Locks the campaign (shared) and reads it in a later statement: the one that takes the lock still sees the old version. */
export async function lockCallingCampaign(trx: Trx, viewer: Viewer, id: number): Promise<LockedCallingCampaign> {
  const lock = await lockCampaignShared(trx, id);
  return { ...(await getCallingCampaign(trx, viewer, id)), lock };
}

/** The ids of a campaign's calls have no gaps. */
export const hasCall = ({ idLo, nextPosition }: CallingCampaign, callId: number) =>
  callId >= idLo && callId < idLo + nextPosition;

export function assertOpenForCalls(callingCampaign: CallingCampaign, now: Date): void {
  if (!isOpenForCalls(callingCampaign, now)) throw new AppError('CAMPAIGN_NOT_OPEN');
}

/** An enabled operator of the campaign, internal or external like it. */
export const findOperator = (trx: Trx, campaign: Pick<CallingCampaign, 'id' | 'external'>, userId: number) =>
  selectFirst<{ id: number; name: string }>(trx)`
    select app_user.id, ${fullName()} as name
    from campaign_operator join app_user on app_user.id = campaign_operator.user_id
    where campaign_operator.campaign_id = ${campaign.id} and app_user.id = ${userId}::bigint and not app_user.disabled
      and ${primaryRole()} = ${campaign.external ? OPERADOR_EXTERNO : OPERADOR}`;

export const findUserName = (trx: Trx, userId: number) =>
  selectValue<string>(trx)`select ${fullName()} from app_user where id = ${userId}`;

/** Campaigns in which calling may be open; isOpenForCalls() decides. */
export const listCallingCampaigns = (db: Db | Trx, among = sql`true`) =>
  selectRows<CallingCampaign>(db)`
    select ${COLUMNS} from campaign
    where status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'CARGANDO AUDIENCIA') and block is not null and ${among}
    order by id`;
