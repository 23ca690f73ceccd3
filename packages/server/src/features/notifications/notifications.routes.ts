import { notifications } from '@campanero/contract/notifications/endpoints';
import type { FastifyInstance } from 'fastify';
import type { Notification } from '@campanero/contract/notifications/schemas';
import { NOTIFICATION_LIST_MAX } from '@campanero/contract/limits';
import { mount } from '../../http/mount.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findCalls } from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import { transact } from '../../work/transact.ts';
import { countUnread, markAllRead, markRead, selectUnread, type UnreadNotification } from './notifications.queries.ts';

/** The bell: everything here is about the caller's own rows. */
export const notificationRoutes = (app: FastifyInstance) =>
  mount(app, 'notifications', notifications, {
    list: async (_input, ctx) => {
      const { rows, total } = await listNotifications(ctx);
      return { notifications: rows.map(presentNotification), total };
    },
    read: async ({ params }, ctx) => {
      await readNotification(ctx, params.id);
      return { id: params.id, read: 1 as const };
    },
    clear: async ({ body }, ctx) => ({
      cleared: await clearNotifications(ctx, body.notifications, body.andOlder ?? false),
    }),
  });

/** Out of reach: that something happened stays, what it was about does not, so there is nothing to follow. */
const presentNotification = (row: ListedNotification): Notification => ({
  id: row.id,
  read: 0,
  action: row.action,
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  callId: row.isOutOfReach ? null : row.callId,
  number: row.number === null ? null : String(row.number),
  exportId: row.isOutOfReach ? null : row.exportId,
  about: row.aboutUserId === null ? null : { userId: row.aboutUserId, name: row.aboutUserName ?? '' },
  amount: row.amount,
  reason: row.reason,
  status: { status: row.status },
  createdAt: row.createdAt.toISOString(),
});

interface ListedNotification extends UnreadNotification {
  number: number | null;
}

/** The caller's own unread notifications, newest first, with what they may still see of their subject, and how many there are. Any staff. */
async function listNotifications({ db, actor }: SignedCtx): Promise<{ rows: ListedNotification[]; total: number }> {
  const rows = await selectUnread(db, actor, NOTIFICATION_LIST_MAX);
  const reachable = rows.flatMap(({ callId, isOutOfReach }) => (callId === null || isOutOfReach ? [] : [callId]));
  const calls = await findCalls(db, actor, { ids: reachable });
  const numbers = new Map(calls.map(({ callId, number }) => [callId, number]));
  return {
    rows: rows.map((row) => ({ ...row, number: row.isOutOfReach ? null : (numbers.get(row.callId ?? 0) ?? null) })),
    // A list that is not full has all of them.
    total: rows.length < NOTIFICATION_LIST_MAX ? rows.length : await countUnread(db, actor.id),
  };
}

/**
 * Marks one of the user's own notifications as read; one of another user is NOT_FOUND. No audit record: reading is not an
 * audited change. The event updates the user's other tabs.
 */
const readNotification = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    if (!(await markRead(trx, { id, userId: actor.id, now }))) throw new AppError('NOT_FOUND');
    afterCommit({ to: [actor.id], event: 'notification', payload: { id } });
  });

/**
 * «Limpiar todo»: the ones the caller saw, by id, so that what arrives meanwhile is not lost unread; with `andOlder` also
 * what a full list left out below them. Ids that are not theirs, unknown or read already count as nothing: the list may be a
 * minute old. No audit record.
 */
const clearNotifications = (ctx: SignedCtx, ids: readonly number[], andOlder: boolean): Promise<number> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    const cleared = await markAllRead(trx, { ids, andOlder, userId: actor.id, now });
    const [id] = cleared;
    // One word is enough: on any of them the person's other tabs fetch the whole list.
    if (id !== undefined) afterCommit({ to: [actor.id], event: 'notification', payload: { id } });
    return cleared.length;
  });
