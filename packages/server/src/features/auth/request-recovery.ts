import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { hit } from '../../work/rate-limit.ts';
import { transact } from '../../work/transact.ts';
import { ACCOUNT_RECOVERIES, accountKey, ADDRESS_RECOVERIES, addressKey } from './attempt-limits.ts';
import { findAccount, findAccountByEmail } from './auth.queries.ts';
import { sendPasswordLink } from './password-links.queries.ts';

/**
 * Anyone may ask, for any address; whether it is known shows neither in the answer nor in its time (SEC-11): each request
 * does the same work here, and a job decides whether there is a mail to send. Past the limits nothing is sent and the
 * answer is still the same (SEC-15). Leaves an audit record, and within the limits a job.
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

/** Once a minute for the same account or address: nobody should be able to fill the audit by asking. */
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
 * Sends the recovery link of a request, if there is anybody to send it to: 0 stands for an address nobody has (SEC-11).
 * Link and mail commit together and the attempt is fenced; should it run again after its commit, the person gets a second
 * mail whose link voids the first: still one valid link, and it is in the newest mail.
 */
export const sendRecovery = defineJob({
  name: 'auth.send-recovery',
  payload: z.object({ userId: z.number().int().min(0) }),
  retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 60,
  async handler(ctx, { userId }) {
    if (userId === 0) return;
    await transact(ctx, async ({ trx, now }) => {
      const account = await findAccount(trx, userId);
      if (!account || account.disabled) return;
      await sendPasswordLink({ trx, now }, ctx.config, account);
    });
  },
});
