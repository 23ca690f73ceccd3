import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { fullName, primaryRole } from '../../db/product-sql.ts';

export interface WatchedOperator {
  id: number;
  name: string;
  /** Those of the given campaigns in which the operator works. */
  campaignIds: number[];
  /** When a request or an open page of theirs was heard of last; null without a session. */
  seenAt: Date | null;
  /** When the latest of their sessions began. */
  signedInAt: Date | null;
}

/** The enabled operators of these campaigns and of that side. Every open page of any node marks its session once a minute. */
export async function selectLiveOperators(
  db: Db,
  campaignIds: readonly number[],
  external: boolean,
  now: Date,
): Promise<WatchedOperator[]> {
  const { rows } = await sql<WatchedOperator>`
    select app_user.id, ${fullName()} as name, member.campaign_ids,
      open_session.seen_at, open_session.signed_in_at
    from (
      select user_id, array_agg(campaign_id order by campaign_id) as campaign_ids from campaign_operator
      where campaign_id = any(${[...campaignIds]}::int[]) group by 1
    ) member
    join app_user on app_user.id = member.user_id and not app_user.disabled
    left join lateral (
      select max(last_seen_at) as seen_at, max(created_at) as signed_in_at from session
      where session.user_id = app_user.id and session.ended_at is null and session.expires_at > ${now}
    ) open_session on true
    where ${primaryRole()} = ${external ? OPERADOR_EXTERNO : OPERADOR}
    order by app_user.first_name collate "es-x-icu", app_user.last_name collate "es-x-icu", app_user.id`.execute(db);
  return rows;
}
