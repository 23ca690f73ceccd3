import type { ResetBody } from '@campanero/contract/auth/schemas';
import { queueMail } from '../../integrations/mailer/queue-mail.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { accountKey } from './attempt-limits.ts';
import { forgetAttempts } from './attempts.queries.ts';
import { passwordChangedMail } from './auth.mails.ts';
import { endSessions, findAccount, storePassword } from './auth.queries.ts';
import { assertAcceptable } from './choose-password.ts';
import { consumePasswordLink, findPasswordLink, voidPasswordLinks } from './password-links.queries.ts';
import { hashPassword } from './passwords.ts';

/**
 * Whoever holds the link chooses the password, once, within its time (SEC-12); a disabled user does not. Signs nobody in
 * (SEC-16). Every session of the user ends, sockets too (SEC-14); who proved to own the mailbox is out of the sign-in pause.
 * Leaves an audit record and a notice by mail (SEC-15).
 */
export async function resetPassword(
  ctx: Ctx,
  key: { userId: number; secret: string },
  chosen: ResetBody,
): Promise<void> {
  const { userId } = key;
  const link = await findPasswordLink(ctx.db, key, ctx.clock());
  const account = link && (await findAccount(ctx.db, userId));
  if (!link || !account || account.disabled) throw new AppError('RESET_FAILED');
  assertAcceptable(chosen.password, account, ctx.config);
  // Hashed before the transaction: waiting for a turn must not hold a connection.
  const passwordHash = await hashPassword(chosen.password);
  await transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    if (!(await consumePasswordLink(trx, link.id, now))) throw new AppError('RESET_FAILED');
    if (!(await storePassword(trx, userId, passwordHash, now))) throw new AppError('RESET_FAILED');
    await voidPasswordLinks(trx, userId, now);
    await endSessions(trx, { userId }, now);
    await forgetAttempts(trx, accountKey('login', account.email));
    await audit({
      action: 'USUARIO',
      subaction: 'ACTUALIZAR',
      object: { type: 'user', id: userId },
      userId,
      after: { Contraseña: 'Restablecida' },
    });
    await queueMail({ trx, now }, { userId, to: account.email, ...passwordChangedMail(account.firstName) });
    afterCommit(() => ctx.publish.endUser(userId));
  });
}
