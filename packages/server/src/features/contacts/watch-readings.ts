import type { SignedCtx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { hit, peek } from '../../work/rate-limit.ts';
import { transact } from '../../work/transact.ts';
import { selectAdministrators } from '../users/users.queries.ts';
import { noteReading } from './contacts.queries.ts';

const HOUR_SECONDS = 3600;
const ONCE_AN_HOUR = { limit: 1, windowSeconds: HOUR_SECONDS };

/**
 * Counts the different contacts that one user opens within any hour, over all nodes. Above CONTACT_READS_ALERT it leaves an
 * audit record and notifies every administrator, once an hour for the same user (SEC-49). The user is not stopped: the centre
 * may have its reasons. Simultaneous requests do not see each other, so the alert may come a few contacts late.
 */
export async function watchReadings(ctx: SignedCtx, number: number): Promise<void> {
  const { actor, db, config } = ctx;
  const now = ctx.clock();
  const since = new Date(now.getTime() - HOUR_SECONDS * 1000);
  const limit = config.contactReadsAlert;
  const count = await noteReading(db, { userId: actor.id, number, now, since, limit });
  if (count > limit && (await peek(db, alertKey(actor.id), ONCE_AN_HOUR, now)).allowed) await alert(ctx, limit);
}

const alertKey = (userId: number) => `bulk-reading:${userId}`;

/** The mark that the alert was sent commits with the alert itself: both or neither. */
const alert = (ctx: SignedCtx, limit: number) =>
  transact(
    ctx,
    async (work) => {
      const { trx, actor, now, audit } = work;
      const { allowed } = await hit(trx, alertKey(actor.id), ONCE_AN_HOUR, now);
      if (!allowed) return;
      await audit({
        action: 'CONTACTO',
        subaction: 'ACCIÓN',
        object: { type: 'user', id: actor.id },
        after: { Acción: 'Lectura masiva de contactos', 'Contactos distintos en una hora': `más de ${limit}` },
      });
      const administrators = await selectAdministrators(trx);
      await notify(
        work,
        administrators.map((userId) => ({
          userId,
          action: 'BULK READING' as const,
          subject: `reading:${actor.id}:${now.toISOString()}`,
          aboutUserId: actor.id,
          amount: limit,
        })),
      );
    },
    { remember: false },
  );
