import type { ChangePasswordBody, ResetBody } from '@campanero/contract/auth/schemas';
import { AppError, type Ctx, fieldError, hit, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { removeFirstPassword } from '../../../work/first-password.ts';
import {
  ACCOUNT_FAILURES,
  ACCOUNT_RECOVERIES,
  accountKey,
  ADDRESS_RECOVERIES,
  addressKey,
  checkUnderLimits,
  clearAttempts,
  visitorAudit,
} from '../attempt-limits.ts';
import { mailAccount, PASSWORD_CHANGED } from '../auth.mails.ts';
import { endSessions, findAccount, findAccountByEmail, lockAccount, storePassword } from '../auth.queries.ts';
import { assertPasswordAllowed, assertPasswordSignIn, hashPassword, isPasswordCorrect } from './passwords.ts';
import {
  consumePasswordLink,
  findPasswordLink,
  sendPasswordLink,
  invalidatePasswordLinks,
} from './password-links.queries.ts';
import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';
import { forgetBrowsers } from '../session/known-browsers.queries.ts';

/** The signed-in user's account, if the password is right. Failures are limited as at the sign-in. */
export async function assertOwnPassword(ctx: SignedCtx, { field, typed }: { field: string; typed: string }) {
  const account = await findAccount(ctx.db, ctx.actor.id);
  if (!account) throw new AppError('UNAUTHENTICATED');
  const limits = [{ key: `password:user:${account.id}`, limit: ACCOUNT_FAILURES, restartsOnFailure: true as const }];
  const isRight = await checkUnderLimits(ctx, limits, () => isPasswordCorrect(account.passwordHash, typed));
  if (!isRight) throw fieldError('WRONG_PASSWORD', field, 'La contraseña actual no es correcta.');
  return account;
}

/** Requires the current password: an unattended screen is not proof of identity. Ends the other sessions and voids open links. */
export async function changePassword(ctx: SignedCtx, given: ChangePasswordBody): Promise<void> {
  const account = await assertOwnPassword(ctx, { field: 'currentPassword', typed: given.currentPassword });
  if (given.password === given.currentPassword)
    throw fieldError('PASSWORD_UNCHANGED', 'password', 'La contraseña nueva debe ser distinta de la actual.');
  assertPasswordAllowed(given.password, account, ctx.config);
  const passwordHash = await hashPassword(given.password);
  await transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    if (!(await storePassword(trx, actor.id, passwordHash, now, account.passwordHash))) throw new AppError('CONFLICT');
    await invalidatePasswordLinks(trx, actor.id, now);
    const ended = await endSessions(trx, { userId: actor.id, except: actor.sessionId }, now);
    await audit(userAudit(actor.id, 'ACTUALIZAR'), { after: { Contraseña: 'Cambiada' } });
    await mailAccount({ trx, now, afterCommit }, account, PASSWORD_CHANGED);
    afterCommit(() => ctx.publish.endSessions(ended));
  });
  await removeFirstPassword(ctx);
}

/** Neither response nor time reveals whether the account exists: a job decides whether to send a mail. Same response above the limits. */
export async function requestRecovery(ctx: Ctx, email: string): Promise<void> {
  assertPasswordSignIn(ctx);
  const exceeded = await findExceededLimit(ctx, email);
  if (exceeded) return auditRefusal(ctx, email, exceeded);
  await transact(ctx, { remember: false }, async ({ trx, audit, enqueue }) => {
    const account = await findAccountByEmail(trx, email);
    await audit(visitorAudit(ctx, account, 'Recuperación de contraseña solicitada'));
    await enqueue(sendRecovery, { userId: account?.id ?? 0 });
  });
}

/** The key of the exceeded limit, the account's before the address's. */
async function findExceededLimit(ctx: Ctx, email: string): Promise<string | undefined> {
  const now = ctx.clock();
  const [accountLimit, addressLimit] = [accountKey('recovery', email), addressKey('recovery', ctx.address)];
  const account = await hit(ctx.db, accountLimit, ACCOUNT_RECOVERIES, now);
  const address = await hit(ctx.db, addressLimit, ADDRESS_RECOVERIES, now);
  if (!account.allowed) return accountLimit;
  return address.allowed ? undefined : addressLimit;
}

/** At most once a minute per limit key, so that repeated requests cannot fill the audit log. */
async function auditRefusal(ctx: Ctx, email: string, exceeded: string): Promise<void> {
  const { allowed } = await hit(ctx.db, `refused:${exceeded}`, { limit: 1, windowSeconds: 60 }, ctx.clock());
  if (!allowed) return;
  await transact(ctx, { remember: false }, async ({ trx, audit }) => {
    const account = await findAccountByEmail(trx, email);
    await audit(visitorAudit(ctx, account, 'Recuperación de contraseña rechazada: demasiados pedidos'));
  });
}

/** `userId` 0 stands for an unknown address. A retry after the commit sends a second mail whose link voids the first. */
export const sendRecovery = defineJob({
  name: 'auth.send-recovery',
  payload: z.object({ userId: z.number().int().min(0) }),
  retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 60,
  async handler(ctx, { userId }) {
    if (userId === 0) return;
    await transact(ctx, async (work) => {
      await lockAccount(work.trx, userId);
      const account = await findAccount(work.trx, userId);
      if (!account || account.disabled) return;
      await sendPasswordLink(work, ctx.config, account);
    });
  },
});

// Does not sign in. Ends all sessions and a lockout after wrong passwords, but not one after wrong second-factor codes: the
// mailbox does not prove that factor.
export async function resetPassword(ctx: Ctx, key: { userId: number; secret: string }, chosen: ResetBody) {
  assertPasswordSignIn(ctx);
  const { userId } = key;
  const link = await findPasswordLink(ctx.db, key, ctx.clock());
  const account = link && (await findAccount(ctx.db, userId));
  if (!link || !account || account.disabled) throw new AppError('RESET_FAILED');
  assertPasswordAllowed(chosen.password, account, ctx.config);
  // Hashed before the transaction: waiting for a hashing slot must not hold a connection.
  const passwordHash = await hashPassword(chosen.password);
  await transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    await lockAccount(trx, userId);
    if (!(await consumePasswordLink(trx, link.id, now))) throw new AppError('RESET_FAILED');
    if (!(await storePassword(trx, userId, passwordHash, now))) throw new AppError('RESET_FAILED');
    await invalidatePasswordLinks(trx, userId, now);
    await endSessions(trx, { userId }, now);
    await forgetBrowsers(trx, userId);
    await clearAttempts(trx, accountKey('login', account.email));
    await audit(userAudit(userId, 'ACTUALIZAR'), { userId, after: { Contraseña: 'Restablecida' } });
    await mailAccount({ trx, now, afterCommit }, account, PASSWORD_CHANGED);
    afterCommit(() => ctx.publish.endUser(userId));
  });
  await removeFirstPassword(ctx);
}
