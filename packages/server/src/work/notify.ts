import type { NotificationAction, NotificationStatus } from '@campanero/contract/notifications/endpoints';
import { ADMINISTRADOR } from '@campanero/contract/roles';
import { selectColumn, selectRows, type Trx } from '../db/index.ts';
import type { Work } from './transact.ts';

/** The part that writes rows and tells browsers about them. */
export type EventWork = Pick<Work, 'trx' | 'now' | 'afterCommit'>;

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
export async function notify({ trx, now, afterCommit }: EventWork, notifications: readonly NewNotification[]) {
  if (notifications.length === 0) return;
  const people = await selectPeopleAmong(trx, notifications);
  // In key order, so that two transactions for the same users do not deadlock.
  const ordered = notifications
    .filter(({ userId }) => people.has(userId))
    .toSorted((a, b) => a.userId - b.userId || compare(a.action, b.action) || compare(a.subject, b.subject));
  if (ordered.length === 0) return;
  const added = await trx
    .insertInto('notification')
    .values(ordered.map((each) => ({ ...each, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'action', 'subject']).doNothing())
    .returning(['id', 'userId'])
    .execute();
  for (const { id, userId } of added) afterCommit({ to: [userId], event: 'notification', payload: { id } });
}

/** Service accounts, which load and export too, have no bell. */
const selectPeopleAmong = async (trx: Trx, notifications: readonly NewNotification[]) =>
  new Set(
    await selectColumn<number>(trx)`
      select id from app_user where kind = 'person' and id = any(${notifications.map(({ userId }) => userId)}::int[])`,
  );

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Enabled administrators, who get the notifications about the installation. */
export const listAdministrators = (trx: Trx) =>
  selectRows<{ id: number; firstName: string; email: string }>(trx)`
    select app_user.id, first_name, email from app_user join user_role on user_role.user_id = app_user.id
    where user_role.role_id = ${ADMINISTRADOR} and not disabled order by app_user.id`;

export async function notifyAdministrators(work: EventWork, ...about: readonly Omit<NewNotification, 'userId'>[]) {
  const administrators = await listAdministrators(work.trx);
  const all = about.flatMap((each) => administrators.map(({ id: userId }) => ({ ...each, userId })));
  await notify(work, all);
}
