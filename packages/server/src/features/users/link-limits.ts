import { IMPORT_ROWS_MAX } from '@campanero/contract/users/import-schemas';
import { AppError } from '../../work/app-error.ts';
import { hit, type Limit, type Verdict } from '../../work/rate-limit.ts';
import type { Work } from '../../work/transact.ts';

// Invitations and links that administrators send, so that nobody's mailbox is flooded (rule security/sent-links). Counted inside the
// transaction that sends them: what is refused or fails counts for nothing. Locks: first the user's account, then these keys.

const HOUR = 3600;
/** To one user, whoever sends them. */
const TO_USER: Limit = { limit: 5, windowSeconds: HOUR };
/** By one administrator: the largest import, and everybody of it invited again. */
export const SENT_LINKS: Limit = { limit: 2 * IMPORT_ROWS_MAX, windowSeconds: HOUR };

type Counting = Pick<Work, 'trx' | 'actor' | 'now'>;

export const countLinkTo = ({ trx, now }: Pick<Counting, 'trx' | 'now'>, userId: number): Promise<Verdict> =>
  hit(trx, `link:to:${userId}`, TO_USER, now);

/** The last of the locks, because all that an administrator sends waits for it. */
export async function assertMaySend({ trx, actor, now }: Counting, amount: number): Promise<void> {
  const { allowed, retryAfter } = await hit(trx, `link:by:${actor.id}`, SENT_LINKS, now, amount);
  if (!allowed) throw new AppError('TOO_MANY_LINKS_SENT', { retryAfter });
}

/** One more link to a user who has an account already. */
export async function assertMaySendTo(work: Counting, userId: number): Promise<void> {
  const { allowed, retryAfter } = await countLinkTo(work, userId);
  if (!allowed) throw new AppError('TOO_MANY_LINKS_TO_USER', { retryAfter });
  await assertMaySend(work, 1);
}
