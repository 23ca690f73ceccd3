import { z } from 'zod';
import type { ResetBody } from '@campanero/contract/auth/schemas';
import { defineJob } from '../../../jobs/define-job.ts';
import type { Ctx } from '../../../work/context.ts';
import { hit } from '../../../work/rate-limit.ts';
import { removeFirstPassword } from '../../../work/first-password.ts';
import { transact } from '../../../work/transact.ts';
import { queueMail } from '../../../integrations/mailer/queue-mail.ts';
import { AppError } from '../../../work/app-error.ts';
import { ACCOUNT_RECOVERIES, accountKey, ADDRESS_RECOVERIES, addressKey, forgetAttempts } from '../attempt-limits.ts';
import { endSessions, findAccount, findAccountByEmail, lockAccount, storePassword } from '../auth.queries.ts';
import {
  consumePasswordLink,
  findPasswordLink,
  sendPasswordLink,
  voidPasswordLinks,
} from './password-links.queries.ts';
import { forgetBrowsers } from '../session/device-marks.queries.ts';
import { passwordChangedMail } from '../auth.mails.ts';
import { assertAcceptable, hashPassword } from './passwords.ts';

/**
 * Anyone may ask, for any address; whether it is known shows neither in the answer nor in its time: each request does the
 * same work here, and a job decides whether there is a mail to send. Past the limits nothing is sent and the answer is still
 * the same. Leaves an audit record, and within the limits a job.
 */
export async function requestRecovery(ctx: Ctx, email: string): Promise<void> {
  const exceeded = await findExceeded(ctx, email);
  if (exceeded) return auditExcess(ctx, email, exceeded);
  await transact(
    ctx,
    async ({ trx, audit, enqueue }) => {
      const account = await findAccountByEmail(trx, email);
      await audit({
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: { type: 'user', id: account?.id ?? null },
        userId: account?.id ?? null,
        after: { Acción: 'Recuperación de contraseña solicitada', Dirección: ctx.address },
      });
      await enqueue(sendRecovery, { userId: account?.id ?? 0 });
    },
    { remember: false },
  );
}

/** The key of the limit that this request is past, the account's first. */
async function findExceeded(ctx: Ctx, email: string): Promise<string | undefined> {
  const now = ctx.clock();
  const [accountLimit, addressLimit] = [accountKey('recovery', email), addressKey('recovery', ctx.address)];
  const account = await hit(ctx.db, accountLimit, ACCOUNT_RECOVERIES, now);
  const address = await hit(ctx.db, addressLimit, ADDRESS_RECOVERIES, now);
  if (!account.allowed) return accountLimit;
  return address.allowed ? undefined : addressLimit;
}

/** Once a minute for the same account or address, so that repeated requests cannot fill the audit. */
async function auditExcess(ctx: Ctx, email: string, exceeded: string): Promise<void> {
  const once = { limit: 1, windowSeconds: 60 };
  const { allowed } = await hit(ctx.db, `refused:${exceeded}`, once, ctx.clock());
  if (!allowed) return;
  await transact(
    ctx,
    async ({ trx, audit }) => {
      const account = await findAccountByEmail(trx, email);
      await audit({
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: { type: 'user', id: account?.id ?? null },
        userId: account?.id ?? null,
        after: { Acción: 'Recuperación de contraseña rechazada: demasiados pedidos', Dirección: ctx.address },
      });
    },
    { remember: false },
  );
}

/**
 * Sends the recovery link of a request. `userId` 0 stands for an address without account, for which nothing is sent. Link
 * and mail commit together and the attempt is fenced; if it runs again after its commit, the user gets a second mail whose
 * link voids the first: still one valid link, and it is in the newest mail.
 */
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

/**
 * Sets the password with a link, once, within its time; not for a disabled user. Does not sign the user in. Every session of the
 * user ends, sockets too, and so does a pause after wrong passwords, because they proved to own the mailbox. A pause after wrong
 * codes of the second factor goes on: the mailbox proves nothing about that. Leaves an audit record and a notice by mail.
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
    await lockAccount(trx, userId);
    if (!(await consumePasswordLink(trx, link.id, now))) throw new AppError('RESET_FAILED');
    if (!(await storePassword(trx, userId, passwordHash, now))) throw new AppError('RESET_FAILED');
    await voidPasswordLinks(trx, userId, now);
    await endSessions(trx, { userId }, now);
    await forgetBrowsers(trx, userId);
    await forgetAttempts(trx, accountKey('login', account.email));
    await audit({
      action: 'USUARIO',
      subaction: 'ACTUALIZAR',
      object: { type: 'user', id: userId },
      userId,
      after: { Contraseña: 'Restablecida' },
    });
    const notice = passwordChangedMail(account.firstName);
    await queueMail({ trx, now, afterCommit }, { userId, to: account.email, ...notice });
    afterCommit(() => ctx.publish.endUser(userId));
  });
  await removeFirstPassword(ctx);
}
