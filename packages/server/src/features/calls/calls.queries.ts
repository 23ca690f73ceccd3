import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { hasAssignedCalls } from '../../call-store/reach.ts';
import type { Workplace } from './workplace.queries.ts';

/** One of the campaign's operators who is enabled and of its side (decisions 2, validOperators). */
export async function findOperator(
  trx: Trx,
  campaign: Pick<Workplace, 'id' | 'external'>,
  userId: number,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select app_user.id, trim(first_name || ' ' || last_name) as name
    from campaign_operator join app_user on app_user.id = campaign_operator.user_id
    where campaign_operator.campaign_id = ${campaign.id} and app_user.id = ${userId}::bigint and not app_user.disabled
      and (select max(role_id) from user_role where user_id = app_user.id)
        = ${campaign.external ? OPERADOR_EXTERNO : OPERADOR}`.execute(trx);
  return rows[0];
}

export async function findUserName(trx: Trx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from app_user where id = ${userId}`.execute(trx);
  return rows[0]?.name ?? null;
}

/** Campaigns that calling may be open in; judged to the second by isOpenForCalls. */
export async function listCallingCampaigns(db: Db): Promise<Workplace[]> {
  const { rows } = await sql<Workplace>`
    select id, name, external, status, status_before_pause, status_before_load, start_date, end_date, id_lo, id_hi,
      ${hasAssignedCalls} as has_assigned_calls
    from campaign where status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'CARGANDO AUDIENCIA') and block is not null
    order by id`.execute(db);
  return rows;
}
