import { NOTIFICATION_POLL_MS } from '@campanero/contract/limits';
import { notifications, type Notification } from '@campanero/contract/notifications/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

/** The newest unread ones and their number. Also polled, since some networks block the socket. */
export const notificationsQuery = () =>
  endpointQuery('notifications', notifications.list, undefined, { refetchInterval: NOTIFICATION_POLL_MS });

/** Of the `paths` of the app, which features do not know. */
export interface NotificationLinks extends Record<
  'campaignDetail' | 'campaignAssign' | 'campaignSegment' | 'auditOf',
  (id: number) => string
> {
  contact: (campaignId: number, callId: number, number: string) => string;
  export: (exportId: string) => string;
  audit: string;
  dataRequests: string;
  events: string;
  questions: string;
}

/** What comes next: the report of a load, and segmenting; the file of an export. */
export function nextLinks(notification: Notification, links: NotificationLinks) {
  const { action, campaignId, exportId, load, status } = notification;
  if (exportId !== null && status.status === 'COMPLETED') return [{ label: 'Descargar', to: links.export(exportId) }];
  if (action !== 'BULK AUDIENCE' || campaignId === null || status.status === 'CANCELLED') return [];
  const report = { label: 'Ver informe', to: links.campaignAssign(campaignId) };
  return load && load.loaded > 0 ? [report, { label: 'Segmentar', to: links.campaignSegment(campaignId) }] : [report];
}

/** To the subject if it has a page, else to its campaign; undefined if it is out of reach. */
export function linkOf(notification: Notification, links: NotificationLinks): string | undefined {
  const { action, campaignId, callId, number, exportId, about, status } = notification;
  if (action === 'AUDIT CHAIN') return links.audit;
  if (action === 'DATA REQUEST') return links.dataRequests;
  if (action === 'EVENTS PAUSED') return links.events;
  if (action === 'QUESTION') return links.questions;
  if (exportId !== null && status.status === 'COMPLETED') return links.export(exportId);
  if (about !== null) return links.auditOf(about.userId);
  if (campaignId === null) return undefined;
  if (callId !== null && number !== null) return links.contact(campaignId, callId, number);
  return links.campaignDetail(campaignId);
}
