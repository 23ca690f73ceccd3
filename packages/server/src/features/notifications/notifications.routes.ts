import { NOTIFICATION_LIST_MAX } from '@campanero/contract/limits';
import { routesOf } from '../../http/mount.ts';
import { AppError, type SignedCtx, transact } from '../../work/index.ts';
import { selectFoundCalls } from '../../call-store/read/index.ts';
import { countUnread, markAllRead, markRead, selectUnread, type UnreadNotification } from './notifications.queries.ts';

export const notificationRoutes = routesOf('notifications', {
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

/** If the campaign is no longer visible, the row stays without its subject. */
const presentNotification = ({ loaded, rejected, ...row }: ListedNotification) => ({
  ...row,
  read: 0 as const,
  callId: row.isHidden ? null : row.callId,
  number: row.number === null ? null : String(row.number),
  exportId: row.isHidden ? null : row.exportId,
  about: row.aboutUserId === null ? null : { userId: row.aboutUserId, name: row.aboutUserName ?? '' },
  load: loaded === null ? null : { loaded, rejected: rejected ?? 0 },
  status: { status: row.status },
});

type ListedNotification = UnreadNotification & { number: number | null };

async function listNotifications({ db, actor }: SignedCtx): Promise<{ rows: ListedNotification[]; total: number }> {
  const rows = await selectUnread(db, actor, NOTIFICATION_LIST_MAX);
  const visibleCallIds = rows.flatMap(({ callId, isHidden }) => (callId === null || isHidden ? [] : [callId]));
  const calls = await selectFoundCalls(db, actor, visibleCallIds);
  const numbers = new Map(calls.map(({ callId, number }) => [callId, number]));
  return {
    rows: rows.map((row) => ({ ...row, number: row.isHidden ? null : (numbers.get(row.callId ?? 0) ?? null) })),
    // A list below the limit is complete.
    total: rows.length < NOTIFICATION_LIST_MAX ? rows.length : await countUnread(db, actor.id),
  };
}

/** No audit record; the event updates the user's other tabs. */
const readNotification = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    if (!(await markRead(trx, { id, userId: actor.id, now }))) throw new AppError('NOT_FOUND');
    afterCommit({ to: [actor.id], event: 'notification', payload: { id } });
  });

/** Marks the given ids, so that new arrivals stay unread; with `andOlder` also those beyond the list's limit. */
const clearNotifications = (ctx: SignedCtx, ids: readonly number[], andOlder: boolean): Promise<number> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    const cleared = await markAllRead(trx, { ids, andOlder, userId: actor.id, now });
    const [id] = cleared;
    // One event is enough: other tabs refetch the whole list.
    if (id !== undefined) afterCommit({ to: [actor.id], event: 'notification', payload: { id } });
    return cleared.length;
  });
