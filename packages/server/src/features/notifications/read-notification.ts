import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { markRead } from './notifications.queries.ts';

/**
 * Marks one of the caller's own as read; somebody else's is as unknown as one that never was (SEC-26). No audit record: reading
 * is no mutation in that sense (decisions 2). The event lets the person's other tabs follow.
 */
export const readNotification = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, afterCommit }) => {
    if (!(await markRead(trx, { id, userId: actor.id, now }))) throw new AppError('NOT_FOUND');
    afterCommit({ to: [actor.id], event: 'notification', payload: { id } });
  });
