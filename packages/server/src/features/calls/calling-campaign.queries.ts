import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { sql } from 'kysely';
import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { type CampaignLock, lockCampaign } from '../../call-store/write/index.ts';
import { hasAssignedCalls, type Viewer, visibleTo } from '../../call-store/reach.ts';
import type { Db, Trx } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { AppError } from '../../work/app-error.ts';
import { asBigint, countsAcross, fullName, primaryRole, rulesOfCampaign } from '../../db/product-sql.ts';

/** What decides whether calling is open in a campaign, and the range of its calls. */
export interface CallingCampaign {
  id: number;
  name: string;
  external: boolean;
  status: CampaignStatus;
  statusBeforePause: CampaignStatus | null;
  statusBeforeLoad: CampaignStatus | null;
  startDate: Date;
  endDate: Date;
  hasAssignedCalls: boolean;
  /** Its calls are `idLo <= id < idHi`. Every statement over `call` needs the range, so that it reads one partition. */
  idLo: number;
  idHi: number;
  /** All positions below have a call. */
  nextPosition: number;
  retryOtherHours: boolean;
  /** Its own calling rules, or the default ones. */
  rules: CallingRules;
  /** Whether attempts and pause count the calls of all campaigns to the same number. */
  countsAcross: boolean;
}

/** Undefined when the viewer may not see the campaign or it has no audience. */
async function findCallingCampaign(db: Db | Trx, viewer: Viewer, id: number): Promise<CallingCampaign | undefined> {
  const row = await db
    .selectFrom('campaign')
    .modifyFront(prepared)
    .select([
      'campaign.id',
      'name',
      'external',
      'status',
      'statusBeforePause',
      'statusBeforeLoad',
      'startDate',
      'endDate',
      'idLo',
      'idHi',
      'nextPosition',
      'retryOtherHours',
    ])
    .select([hasAssignedCalls.as('hasAssignedCalls'), rulesOfCampaign.as('rules'), countsAcross.as('countsAcross')])
    .where('campaign.id', '=', asBigint(id))
    .where(visibleTo(viewer))
    .where('block', 'is not', null)
    .executeTakeFirst();
  // Guaranteed by check constraints: the statuses, and a range wherever there is a block.
  return row as CallingCampaign | undefined;
}

export async function getCallingCampaign(db: Db | Trx, viewer: Viewer, id: number): Promise<CallingCampaign> {
  const found = await findCallingCampaign(db, viewer, id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

type LockedCallingCampaign = CallingCampaign & { lock: CampaignLock };

/** Locks the campaign (shared) and reads it in a later statement: the one that takes the lock still sees the old version. */
export async function lockCallingCampaign(trx: Trx, viewer: Viewer, id: number): Promise<LockedCallingCampaign> {
  const lock = await lockCampaign(trx, id, 'shared');
  return { ...(await getCallingCampaign(trx, viewer, id)), lock };
}

/** The ids of a campaign's calls have no gaps. */
export const hasCall = ({ idLo, nextPosition }: CallingCampaign, callId: number) =>
  callId >= idLo && callId < idLo + nextPosition;

export function assertOpenForCalls(callingCampaign: CallingCampaign, now: Date): void {
  if (!isOpenForCalls(callingCampaign, now)) throw new AppError('CAMPAIGN_NOT_OPEN');
}

/** An enabled operator of the campaign, internal or external like it. */
export async function findOperator(
  trx: Trx,
  campaign: Pick<CallingCampaign, 'id' | 'external'>,
  userId: number,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select app_user.id, ${fullName()} as name
    from campaign_operator join app_user on app_user.id = campaign_operator.user_id
    where campaign_operator.campaign_id = ${campaign.id} and app_user.id = ${userId}::bigint and not app_user.disabled
      and ${primaryRole()}
        = ${campaign.external ? OPERADOR_EXTERNO : OPERADOR}`.execute(trx);
  return rows[0];
}

export async function findUserName(trx: Trx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select ${fullName()} as name from app_user where id = ${userId}`.execute(trx);
  return rows[0]?.name ?? null;
}

/** Campaigns in which calling may be open; isOpenForCalls() decides. */
export async function listCallingCampaigns(db: Db | Trx): Promise<CallingCampaign[]> {
  const { rows } = await sql<CallingCampaign>`
    select id, name, external, status, status_before_pause, status_before_load, start_date, end_date, id_lo, id_hi, next_position, retry_other_hours,
      ${hasAssignedCalls} as has_assigned_calls, ${rulesOfCampaign} as rules, ${countsAcross} as counts_across
    from campaign where status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'CARGANDO AUDIENCIA') and block is not null
    order by id`.execute(db);
  return rows;
}
