import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';

/**
 * Nobody has called it, marked it, noted anything on it, and nobody else has it open: it can change hands without anybody's
 * loss. Its own operator having it open does not count: whoever leaves can no longer register on it.
 */
export const isUntouched = (now: Date): RawBuilder<boolean> => sql<boolean>`(call.call_count = 0 and not call.invalid
  and call.observations is null and call.callback_at is null
  and (call.hold_until is null or call.hold_until <= ${now} or call.hold_by = call.operator_id))`;

export interface OperatorLoad {
  id: number;
  name: string;
  untouched: number;
  touched: number;
}

/**
 * Of the named operators of a campaign, or of all of them: what taking them out would release and what would wait. Counted in
 * one reading: one for each operator may go through the whole campaign each time.
 */
export async function selectOperatorLoad(
  db: Db,
  campaign: { id: number; idLo: number | null; idHi: number | null },
  only: readonly number[] | undefined,
  now: Date,
): Promise<OperatorLoad[]> {
  const named = only ? sql`and m.user_id = any(${[...only]}::bigint[])` : sql``;
  const { rows } = await sql<OperatorLoad>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name,
      coalesce(c.untouched, 0)::int as untouched, coalesce(c.touched, 0)::int as touched
    from campaign_operator m join app_user u on u.id = m.user_id
    left join (
      select call.operator_id, count(*) filter (where ${isUntouched(now)}) as untouched,
        count(*) filter (where not ${isUntouched(now)}) as touched
      from call
      where call.campaign_id = ${campaign.id} and call.id >= ${campaign.idLo ?? 0} and call.id < ${campaign.idHi ?? 0}
        and ${only ? sql`call.operator_id = any(${[...only]}::bigint[])` : sql`call.operator_id is not null`}
      group by call.operator_id
    ) c on c.operator_id = u.id
    where m.campaign_id = ${campaign.id} ${named}
    order by u.first_name, u.last_name, u.id`.execute(db);
  return rows;
}
