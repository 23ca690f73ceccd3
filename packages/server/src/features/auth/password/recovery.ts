import { z } from 'zod';
import type { ResetBody } from '@campanero/contract/auth/schemas';
import { defineJob } from '../../../jobs/define-job.ts';
import { AppError, type Ctx, hit, transact, userAudit } from '../../../work/index.ts';
import { removeFirstPassword } from '../../../work/first-password.ts';
import {
  ACCOUNT_RECOVERIES,
  accountKey,
  ADDRESS_RECOVERIES,
  addressKey,
  clearAttempts,
  visitorAudit,
} from '../attempt-limits.ts';
import { endSessions, findAccount, findAccountByEmail, lockAccount, storePassword } from '../auth.queries.ts';
import {
  consumePasswordLink,
  findPasswordLink,
  sendPasswordLink,
  invalidatePasswordLinks,
} from './password-links.queries.ts';
import { forgetBrowsers } from '../session/known-browsers.queries.ts';
import { mailAccount, passwordChangedMail } from '../auth.mails.ts';
import { assertPasswordAllowed, hashPassword } from './passwords.ts';

/** Neither response nor time reveals whether the account exists: a job decides whether to send a mail. Same response above the limits. */
export async function requestRecovery(ctx: Ctx, email: string): Promise<void> {
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
    await audit(userAudit(userId, 'ACTUALIZAR', { userId, after: { Contraseña: 'Restablecida' } }));
    await mailAccount({ trx, now, afterCommit }, account, passwordChangedMail(account.firstName));
    afterCommit(() => ctx.publish.endUser(userId));
  });
  await removeFirstPassword(ctx);
}
