import type { ChangePasswordBody } from '@campanero/contract/auth/schemas';
import { AppError, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { removeFirstPassword } from '../../../work/first-password.ts';
import { ACCOUNT_FAILURES, checkUnderLimits } from '../attempt-limits.ts';
import { mailAccount, passwordChangedMail } from '../auth.mails.ts';
import { endSessions, findAccount, storePassword } from '../auth.queries.ts';
import { assertPasswordAllowed, hashPassword, isPasswordCorrect } from './passwords.ts';
import { invalidatePasswordLinks } from './password-links.queries.ts';

/** The signed-in user's account, if the password is right. Failures are limited as at the sign-in. */
export async function assertOwnPassword(ctx: SignedCtx, { field, typed }: { field: string; typed: string }) {
  const account = await findAccount(ctx.db, ctx.actor.id);
  if (!account) throw new AppError('UNAUTHENTICATED');
  const limits = [{ key: `password:user:${account.id}`, limit: ACCOUNT_FAILURES, restartsOnFailure: true as const }];
  const isRight = await checkUnderLimits(ctx, limits, () => isPasswordCorrect(account.passwordHash, typed));
  if (!isRight)
    throw new AppError('WRONG_PASSWORD', { fields: [{ field, message: 'La contraseña actual no es correcta.' }] });
  return account;
}

/** Requires the current password: an unattended screen is not proof of identity. Ends the other sessions and voids open links. */
export async function changePassword(ctx: SignedCtx, given: ChangePasswordBody): Promise<void> {
  const account = await assertOwnPassword(ctx, { field: 'currentPassword', typed: given.currentPassword });
  if (given.password === given.currentPassword)
    throw new AppError('PASSWORD_UNCHANGED', {
      fields: [{ field: 'password', message: 'La contraseña nueva debe ser distinta de la actual.' }],
    });
  assertPasswordAllowed(given.password, account, ctx.config);
  const passwordHash = await hashPassword(given.password);
  await transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    if (!(await storePassword(trx, actor.id, passwordHash, now, account.passwordHash))) throw new AppError('CONFLICT');
    await invalidatePasswordLinks(trx, actor.id, now);
    const ended = await endSessions(trx, { userId: actor.id, except: actor.sessionId }, now);
    await audit(userAudit(actor.id, 'ACTUALIZAR', { after: { Contraseña: 'Cambiada' } }));
    await mailAccount({ trx, now, afterCommit }, account, passwordChangedMail(account.firstName));
    afterCommit(() => ctx.publish.endSessions(ended));
  });
  await removeFirstPassword(ctx);
}
