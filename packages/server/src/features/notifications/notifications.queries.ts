import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/schemas';
import { sql } from 'kysely';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import type { Db, Trx } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';

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
export async function countUnread(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

export type UnreadNotification = Awaited<ReturnType<typeof selectUnread>>[number];

/** False if the user has no such notification. Idempotent. */
export async function markRead(trx: Trx, { id, userId, now }: { id: number; userId: number; now: Date }) {
  const row = await trx
    .updateTable('notification')
    .set({ readAt: sql`coalesce(read_at, ${now})` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the user's unread ones among these ids, and optionally all older ones. Returns their ids. */
export async function markAllRead(
  trx: Trx,
  { ids, andOlder, userId, now }: { ids: readonly number[]; andOlder: boolean; userId: number; now: Date },
): Promise<number[]> {
  const named = sql<boolean>`id = any(${[...ids]}::bigint[])`;
  const olderThanNamed = sql<boolean>`id < (select min(seen) from unnest(${[...ids]}::bigint[]) as seen)`;
  const rows = await trx
    .updateTable('notification')
    .set({ readAt: now })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where(andOlder ? sql<boolean>`(${named} or ${olderThanNamed})` : named)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
