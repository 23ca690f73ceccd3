import type { Notification } from '@campanero/contract/notifications/schemas';
import type { ListedNotification } from './list-notifications.ts';

/** Out of reach: that something happened stays, what it was about does not, so there is nothing to follow. */
export const presentNotification = (row: ListedNotification): Notification => ({
  id: row.id,
  read: 0,
  action: row.action,
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  callId: row.isOutOfReach ? null : row.callId,
  number: row.number === null ? null : String(row.number),
  exportId: row.isOutOfReach ? null : row.exportId,
  about: row.aboutUserId === null ? null : { userId: row.aboutUserId, name: row.aboutUserName ?? '' },
  amount: row.amount,
  reason: row.reason,
  status: { status: row.status },
  createdAt: row.createdAt.toISOString(),
});
