import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { markAllRead } from './notifications.queries.ts';

/**
 * «Limpiar todo»: the ones the caller saw, by id, so that what arrives meanwhile is not lost unread; with `andOlder` also what
 * a full list left out below them. Ids that are not theirs, unknown or read already count as nothing: the list may be a minute
 * old. No audit record (decisions 2).
 */
export const clearNotifications = (ctx: SignedCtx, ids: readonly number[], andOlder: boolean): Promise<number> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    const cleared = await markAllRead(trx, { ids, andOlder, userId: actor.id, now });
    const [id] = cleared;
    // One word is enough: on any of them the person's other tabs fetch the whole list.
    if (id !== undefined) afterCommit({ to: [actor.id], event: 'notification', payload: { id } });
    return cleared.length;
  });
