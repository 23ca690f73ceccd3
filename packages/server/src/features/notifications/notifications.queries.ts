import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/endpoints';
import { type Db, fullName, hasWritten, selectColumn, selectValue, sql, type Trx } from '../../db/index.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';

/** Unread notifications, newest first. A campaign that is no longer visible is not joined, so its data is not shown. */
export const selectUnread = (db: Db, viewer: Viewer, limit: number) =>
  db
    .selectFrom('notification')
    .leftJoin('campaign', (join) => join.onRef('campaign.id', '=', 'notification.campaignId').on(visibleTo(viewer)))
    .leftJoin('appUser', 'appUser.id', 'notification.aboutUserId')
    .select([
      'notification.id',
      'notification.callId',
      'notification.exportId',
      'notification.amount',
      'notification.reason',
      'notification.createdAt',
      'campaign.id as campaignId',
      'campaign.name as campaignName',
      'appUser.id as aboutUserId',
      fullName().$castTo<string | null>().as('aboutUserName'),
      sql<NotificationAction>`notification.action`.as('action'),
      sql<NotificationStatus>`notification.status`.as('status'),
      sql<boolean>`notification.campaign_id is not null and campaign.id is null`.as('isHidden'),
    ])
    .where('notification.userId', '=', viewer.id)
    .where('notification.readAt', 'is', null)
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute();

export const countUnread = (db: Db, userId: number) =>
  selectValue<number>(db)`select count(*) from notification where user_id = ${userId} and read_at is null`;

export type UnreadNotification = Awaited<ReturnType<typeof selectUnread>>[number];

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
