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
import { countsAcross, fullName, primaryRole, rulesOfCampaign } from '../../db/product-sql.ts';

/** A campaign in which the user works on calls: what decides whether calling is open, and where its calls are. */
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
  /** Its calls are `idLo <= id < idHi`; always given to statements over `call`, so that they read one leaf. */
  idLo: number;
  idHi: number;
  /** Every position below it has a call. */
  nextPosition: number;
  retryOtherHours: boolean;
  /** Its own rules of calling, or the system's. */
  rules: CallingRules;
  /** Whether attempts and pause count the calls of every campaign to the same number. */
  countsAcross: boolean;
}

/** A campaign that the viewer may see and that has an audience; without one there are no calls to work on. */
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
    .where('campaign.id', '=', sql<number>`${id}::bigint`)
    .where(visibleTo(viewer))
    .where('block', 'is not', null)
    .executeTakeFirst();
  // Check constraints allow only statuses in these columns; a campaign with a block has both ends of the range.
  return row as CallingCampaign | undefined;
}

export async function getCallingCampaign(db: Db | Trx, viewer: Viewer, id: number): Promise<CallingCampaign> {
  const found = await findCallingCampaign(db, viewer, id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

type LockedCallingCampaign = CallingCampaign & { lock: CampaignLock };

/**
 * The same for a transaction that changes a call: the campaign cannot change until its end. It must be read by a LATER
 * statement than the one that takes the lock, which still sees the campaign as it was before.
 */
export async function lockCallingCampaign(trx: Trx, viewer: Viewer, id: number): Promise<LockedCallingCampaign> {
  const lock = await lockCampaign(trx, id, 'shared');
  return { ...(await getCallingCampaign(trx, viewer, id)), lock };
}

/** Ids of a campaign's calls have no gaps. */
export const hasCall = ({ idLo, nextPosition }: CallingCampaign, callId: number) =>
  callId >= idLo && callId < idLo + nextPosition;

export function assertOpenForCalls(callingCampaign: CallingCampaign, now: Date): void {
  if (!isOpenForCalls(callingCampaign, now)) throw new AppError('CAMPAIGN_NOT_OPEN');
}

/** One of the campaign's operators who is enabled and of its side. */
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

/** Campaigns in which calling may be open; isOpenForCalls() decides it to the second. */
export async function listCallingCampaigns(db: Db | Trx): Promise<CallingCampaign[]> {
  const { rows } = await sql<CallingCampaign>`
    select id, name, external, status, status_before_pause, status_before_load, start_date, end_date, id_lo, id_hi, next_position, retry_other_hours,
      ${hasAssignedCalls} as has_assigned_calls, ${rulesOfCampaign} as rules, ${countsAcross} as counts_across
    from campaign where status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'CARGANDO AUDIENCIA') and block is not null
    order by id`.execute(db);
  return rows;
}
