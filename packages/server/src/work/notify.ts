import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/schemas';
import type { Work } from './transact.ts';

/** One ring of somebody's bell (decisions 8). */
export interface Ring {
  userId: number;
  action: NotificationAction;
  /** What it is about, in the caller's own spelling: the same user, action and subject ring once, for ever. */
  subject: string;
  campaignId?: number;
  callId?: number;
  exportId?: string;
  /** BULK READING: who read so much. */
  aboutUserId?: number;
  /** ASSIGNAMENT: how many calls; BULK READING: how many contacts in an hour were too many. */
  amount?: number;
  /** Why it failed, in words for people, where that is known. */
  reason?: string;
  status?: NotificationStatus;
}

/**
 * Adds rows to people's bells in the caller's transaction; the socket only tells of them after the commit, so a lost event
 * loses nothing (REL-18). Safe to repeat: a job that runs again finds its rows there and nobody hears of them twice.
 */
export async function notify(
  { trx, now, afterCommit }: Pick<Work, 'trx' | 'now' | 'afterCommit'>,
  rings: readonly Ring[],
): Promise<void> {
  if (rings.length === 0) return;
  // In key order: two transactions that ring for the same people wait for each other instead of colliding.
  const ordered = rings.toSorted(
    (a, b) => a.userId - b.userId || compare(a.action, b.action) || compare(a.subject, b.subject),
  );
  const added = await trx
    .insertInto('notification')
    .values(ordered.map((ring) => ({ ...ring, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'action', 'subject']).doNothing())
    .returning(['id', 'userId'])
    .execute();
  for (const { id, userId } of added) afterCommit({ to: [userId], event: 'notification', payload: { id } });
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
