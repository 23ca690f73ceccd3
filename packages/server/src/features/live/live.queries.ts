import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { type Db, fullName, primaryRole, selectRows } from '../../db/index.ts';

export interface LiveOperatorRow {
  id: number;
  name: string;
  campaignIds: number[];
  /** Last request or heartbeat of an open page; null without a session. */
  seenAt: Date | null;
  signedInAt: Date | null;
}

/** Enabled operators of these campaigns and side. Open pages update their session once a minute. */
export const selectLiveOperators = (db: Db, campaignIds: readonly number[], external: boolean, now: Date) =>
  selectRows<LiveOperatorRow>(db)`
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
    order by app_user.first_name collate "es-x-icu", app_user.last_name collate "es-x-icu", app_user.id`;
