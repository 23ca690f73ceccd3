import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/schemas';
import type { Work } from './transact.ts';

/** One notification for one user. */
export interface NewNotification {
  userId: number;
  action: NotificationAction;
  /** What it is about, spelled by the caller: the same user, action and subject are notified only once, for ever. */
  subject: string;
  campaignId?: number;
  callId?: number;
  exportId?: string;
  /** BULK READING: the user who was shown so many contacts. */
  aboutUserId?: number;
  /** ASSIGNAMENT: how many calls; BULK READING: how many different contacts in an hour. */
  amount?: number;
  /** In words for people: why it failed, where that is known; BULK READING: through what, and of which campaigns. */
  reason?: string;
  status?: NotificationStatus;
}

/**
 * Adds notifications in the caller's transaction; the socket event follows after the commit, so a lost event loses nothing.
 * Safe to repeat: a job that runs again finds its rows and sends no second event.
 */
export async function notify(
  { trx, now, afterCommit }: Pick<Work, 'trx' | 'now' | 'afterCommit'>,
  rings: readonly NewNotification[],
): Promise<void> {
  if (rings.length === 0) return;
  // In key order, so that two transactions that notify the same users wait for each other instead of deadlocking.
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
