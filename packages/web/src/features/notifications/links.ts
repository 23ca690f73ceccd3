import type { Notification } from '@campanero/contract/notifications/schemas';

/** Where a notification may lead, of the pages that exist. */
export interface NotificationLinks {
  campaign?: ((campaignId: number) => string) | undefined;
  contact?: ((campaignId: number, callId: number, number: string) => string) | undefined;
  /** The audit of one person. */
  audit?: ((userId: number) => string) | undefined;
  export?: ((exportId: string) => string) | undefined;
}

/** To the very thing where it has a page, else to its campaign (spec 2); nowhere when it is out of reach. */
export function linkOf(notification: Notification, links: NotificationLinks): string | undefined {
  const { campaignId, callId, number, exportId, about, status } = notification;
  if (exportId !== null && status.status === 'COMPLETED' && links.export) return links.export(exportId);
  if (about !== null) return links.audit?.(about.userId);
  if (campaignId === null) return undefined;
  if (callId !== null && number !== null && links.contact) return links.contact(campaignId, callId, number);
  return links.campaign?.(campaignId);
}
