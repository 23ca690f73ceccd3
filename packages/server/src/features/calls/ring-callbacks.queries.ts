import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { hasAssignedCalls } from '../campaigns/campaigns.queries.ts';
import type { Workplace } from './workplace.queries.ts';

/** Campaigns that calling may be open in; judged to the second by isOpenForCalls. */
export async function listCallingCampaigns(db: Db): Promise<Workplace[]> {
  const { rows } = await sql<Workplace>`
    select id, name, external, status, status_before_pause, status_before_load, start_date, end_date, id_lo, id_hi,
      ${hasAssignedCalls} as has_assigned_calls
    from campaign where status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'CARGANDO AUDIENCIA') and block is not null
    order by id`.execute(db);
  return rows;
}

export const UNRUNG_AT_ONCE = 1000;
/** What came due longer ago and never rang is for the overdue queue, not for the bell. */
const RING_WITHIN_MS = 24 * 3_600_000;

export interface UnrungCallback {
  id: number;
  operatorId: number;
  /** Names call and date: a new date rings anew. */
  subject: string;
}

export async function selectUnrung(db: Db, { id, idLo, idHi }: Workplace, now: Date): Promise<UnrungCallback[]> {
  const { rows } = await sql<UnrungCallback>`
    select due.id, due.operator_id, due.subject from (
      select call.id, call.operator_id, call.callback_at, 'callback:' || call.id || ':'
        || to_char(call.callback_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as subject
      from call
      where call.campaign_id = ${id} and call.id >= ${idLo} and call.id < ${idHi} and call.callback_at is not null
        and call.callback_at <= ${now} and call.callback_at > ${new Date(now.getTime() - RING_WITHIN_MS)}
        and not call.blocked and not call.invalid and call.operator_id is not null
    ) due
    where not exists (select from notification
      where user_id = due.operator_id and action = 'CALLBACK' and notification.subject = due.subject)
    order by due.callback_at, due.id limit ${UNRUNG_AT_ONCE}`.execute(db);
  return rows;
}
