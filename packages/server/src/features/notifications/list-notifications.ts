import { NOTIFICATION_LIST_MAX } from '@campanero/contract/limits';
import type { SignedCtx } from '../../work/context.ts';
import { selectNumbersOfCalls } from '../../call-store/read/contact.ts';
import { selectUnread, type UnreadNotification } from './notifications.queries.ts';

export interface ListedNotification extends UnreadNotification {
  number: number | null;
}

/** The caller's own unread notifications, newest first, with what they may still see of their subject. Any staff. */
export async function listNotifications({ db, actor }: SignedCtx): Promise<ListedNotification[]> {
  const rows = await selectUnread(db, actor, NOTIFICATION_LIST_MAX);
  const reachable = rows.flatMap(({ callId, isOutOfReach }) => (callId === null || isOutOfReach ? [] : [callId]));
  const numbers = await selectNumbersOfCalls(db, reachable);
  return rows.map((row) => ({ ...row, number: row.isOutOfReach ? null : (numbers.get(row.callId ?? 0) ?? null) }));
}
