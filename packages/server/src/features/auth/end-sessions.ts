import { SIGNED_OUT } from '@campanero/contract/audit-log/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { endSessions, findAccount } from './auth.queries.ts';

/** Ends the caller's own session on the server, its sockets with it (SEC-19). */
export const signOut = (ctx: SignedCtx): Promise<void> => endOwn(ctx, ctx.actor.sessionId, SIGNED_OUT);

/** Ends one of the caller's own sessions; somebody else's is as unknown as one that never was (SEC-23). */
export const endSession = (ctx: SignedCtx, sessionId: string): Promise<void> =>
  endOwn(ctx, sessionId, 'Cierre de una sesión propia');

const endOwn = (ctx: SignedCtx, sessionId: string, what: string) =>
  transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    const ended = await endSessions(trx, { userId: actor.id, only: sessionId }, now);
    if (ended.length === 0) throw new AppError('NOT_FOUND');
    await audit({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      object: { type: 'user', id: actor.id },
      after: { Acción: what },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });

/** An administrator ends every session of a user (SEC-23). */
export const endUserSessions = (ctx: SignedCtx, userId: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    if (!(await findAccount(trx, userId))) throw new AppError('NOT_FOUND');
    const ended = await endSessions(trx, { userId }, now);
    await audit({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      object: { type: 'user', id: userId },
      after: { Acción: 'Cierre de todas las sesiones', Sesiones: ended.length },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });
