import { IMPORT_ROWS_MAX } from '@campanero/contract/users/import-schemas';
import { AppError, hit, hitOrRefuse, type Limit, type Verdict, type Work } from '../../work/index.ts';

// Limits of links sent by administrators (rule security/sent-links). Counted inside the sending transaction, so refused
// or failed requests do not count. Lock order: the user's account, then these keys.

const HOUR = 3600;
/** To one user, from all administrators. */
const TO_USER: Limit = { limit: 5, windowSeconds: HOUR };
/** By one administrator: twice the largest import. */
export const SENT_LINKS: Limit = { limit: 2 * IMPORT_ROWS_MAX, windowSeconds: HOUR };

type Counting = Pick<Work, 'trx' | 'actor' | 'now'>;

export const countLinkTo = ({ trx, now }: Pick<Counting, 'trx' | 'now'>, userId: number): Promise<Verdict> =>
  hit(trx, `link:to:${userId}`, TO_USER, now);

/** Taken last, because all requests of an administrator wait for it. */
export const assertMaySend = ({ trx, actor, now }: Counting, amount: number) =>
  hitOrRefuse(trx, `link:by:${actor.id}`, SENT_LINKS, now, { error: 'TOO_MANY_LINKS_SENT', amount });

export async function assertMaySendTo(work: Counting, userId: number): Promise<void> {
  const { allowed, retryAfter } = await countLinkTo(work, userId);
  if (!allowed) throw new AppError('TOO_MANY_LINKS_TO_USER', { retryAfter });
  await assertMaySend(work, 1);
}
