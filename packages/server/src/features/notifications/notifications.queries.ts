import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/endpoints';
import { type Db, fullName, hasWritten, selectColumn, selectRows, selectValue, type Trx } from '../../db/index.ts';
import type { Selectable } from 'kysely';
import type { Notification } from '../../db/schema.gen.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';

export type UnreadNotification = Pick<
  Selectable<Notification>,
  'id' | 'callId' | 'exportId' | 'amount' | 'reason' | 'createdAt' | 'campaignId' | 'aboutUserId'
> &
  Record<'campaignName' | 'aboutUserName', string | null> &
  Record<'loaded' | 'rejected', number | null> & {
    action: NotificationAction;
    status: NotificationStatus;
    isHidden: boolean;
  };

/**
 * Unread notifications, newest first. A campaign that is no longer visible is not joined, so its data is not shown. Loads are joined by
 * id alone: without statistics PostgreSQL would read all loads of the campaign for each notification.
 */
export const selectUnread = (db: Db, viewer: Viewer, limit: number) =>
  selectRows<UnreadNotification>(db)`
    select notification.id, notification.action, notification.status, notification.call_id, notification.export_id,
      notification.amount, coalesce(call_question.answer, notification.reason) as reason, notification.created_at, campaign.id as campaign_id,
      campaign.name as campaign_name, app_user.id as about_user_id, ${fullName()} as about_user_name,
      notification.campaign_id is not null and campaign.id is null as is_hidden, audience_load.loaded, audience_load.rejected
    from notification
    left join campaign on campaign.id = notification.campaign_id and ${visibleTo(viewer)}
    left join audience_load on audience_load.status = 'COMPLETED' and campaign.id is not null
      and notification.action = 'BULK AUDIENCE' and audience_load.id = substring(notification.subject from '^load:(\\d{1,9})$')::int
    left join call_question on notification.action = 'ANSWER' and campaign.id is not null
      and call_question.id = substring(notification.subject from '^answer:(\\d{1,18})$')::bigint
    left join app_user on app_user.id = notification.about_user_id
    where notification.user_id = ${viewer.id} and notification.read_at is null
    order by notification.id desc limit ${limit}`;

export const countUnread = (db: Db, userId: number) =>
  selectValue<number>(db)`select count(*) from notification where user_id = ${userId} and read_at is null`;

/** False if the user has no such notification. Idempotent. */
export const markRead = (trx: Trx, { id, userId, now }: { id: number; userId: number; now: Date }) =>
  hasWritten(trx)`
    update notification set read_at = coalesce(read_at, ${now}) where id = ${id} and user_id = ${userId}`;

/** Marks the user's unread ones among these ids, and optionally all older ones. Returns their ids. */
export const markAllRead = (
  trx: Trx,
  { ids, andOlder, userId, now }: { ids: readonly number[]; andOlder: boolean; userId: number; now: Date },
) =>
  selectColumn<number>(trx)`
    update notification set read_at = ${now}
    where user_id = ${userId} and read_at is null and (id = any(${ids}::bigint[])
      or (${andOlder} and id < (select min(seen) from unnest(${ids}::bigint[]) as seen)))
    returning id`;
