import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/schemas';
import type { Work } from './transact.ts';

export interface NewNotification {
  userId: number;
  action: NotificationAction;
  /** Deduplication key: the same user, action and subject are notified only once. */
  subject: string;
  campaignId?: number;
  callId?: number;
  exportId?: string;
  /** BULK READING: the user who read the contacts. */
  aboutUserId?: number;
  /** ASSIGNAMENT: number of calls; BULK READING: number of distinct contacts in an hour. */
  amount?: number;
  /** Shown to users: why it failed, if known; BULK READING: where they were shown, and campaigns. */
  reason?: string;
  status?: NotificationStatus;
}

/** In the caller's transaction; the socket event follows after the commit. Idempotent: a repeated job sends no second event. */
export async function notify(
  { trx, now, afterCommit }: Pick<Work, 'trx' | 'now' | 'afterCommit'>,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  // In key order, so that two transactions for the same users do not deadlock.
  const ordered = notifications.toSorted(
    (a, b) => a.userId - b.userId || compare(a.action, b.action) || compare(a.subject, b.subject),
  );
  const added = await trx
    .insertInto('notification')
    .values(ordered.map((each) => ({ ...each, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'action', 'subject']).doNothing())
    .returning(['id', 'userId'])
    .execute();
  for (const { id, userId } of added) afterCommit({ to: [userId], event: 'notification', payload: { id } });
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
