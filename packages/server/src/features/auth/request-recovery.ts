import type { Ctx } from '../../work/context.ts';
import { hit } from '../../work/rate-limit.ts';
import { transact } from '../../work/transact.ts';
import { ACCOUNT_RECOVERIES, accountKey, ADDRESS_RECOVERIES, addressKey } from './attempt-limits.ts';
import { sendRecovery } from './auth.jobs.ts';
import { findAccountByEmail } from './auth.queries.ts';

/**
 * Anyone may ask, for any address; whether it is known shows neither in the answer nor in its time (SEC-11): each request
 * does the same work here, and a job decides whether there is a mail to send. Past the limits nothing is sent and the
 * answer is still the same (SEC-15). Leaves an audit record and a job.
 */
export async function requestRecovery(ctx: Ctx, email: string): Promise<void> {
  if (!(await isWithinLimits(ctx, email))) return;
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

async function isWithinLimits(ctx: Ctx, email: string): Promise<boolean> {
  const now = ctx.clock();
  const account = await hit(ctx.db, accountKey('recovery', email), ACCOUNT_RECOVERIES, now);
  const address = await hit(ctx.db, addressKey('recovery', ctx.address), ADDRESS_RECOVERIES, now);
  return account.allowed && address.allowed;
}
