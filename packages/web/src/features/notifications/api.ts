import { NOTIFICATION_POLL_MS } from '@campanero/contract/limits';
import { notifications } from '@campanero/contract/notifications/endpoints';
import type { Notification, NotificationList } from '@campanero/contract/notifications/schemas';
import { call } from '../../lib/api.ts';
import { endpointQuery, useChange } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/**
 * The newest unread ones, and how many there are. Asked every minute besides the socket, which some networks do not let
 * through.
 */
export const notificationsQuery = () =>
  endpointQuery('notifications', notifications.list, undefined, { refetchInterval: NOTIFICATION_POLL_MS });

interface Reading {
  ids: readonly number[];
  /** «Limpiar todo»: also the older ones that a full list left out. */
  andOlder?: boolean;
}

const markRead = ({ ids, andOlder = false }: Reading): Promise<unknown> => {
  const [id] = ids;
  return ids.length === 1 && id !== undefined && !andOlder
    ? call(notifications.read, { params: { id } })
    : call(notifications.clear, { body: { notifications: [...ids], andOlder } });
};

/** Marks these as read; they leave the list when the server has said so. */
export const useReadNotifications = () =>
  useChange(markRead, {
    // An answer that was on its way before this would bring them back for a moment.
    onMutate: () => queryClient.cancelQueries({ queryKey: ['notifications'] }),
    onSuccess: (_reply, { ids, andOlder }) =>
      queryClient.setQueryData(notificationsQuery().queryKey, (before) => before && withoutRead(before, ids, andOlder)),
    refetches: ['notifications'],
    evenIfRefused: true,
  });

function withoutRead({ notifications: list, total }: NotificationList, ids: readonly number[], andOlder = false) {
  const left = list.filter(({ id }) => !ids.includes(id));
  return { notifications: left, total: andOlder ? left.length : total - (list.length - left.length) };
}

/** Where a notification may lead. */
export interface NotificationLinks {
  campaign: (campaignId: number) => string;
  contact: (campaignId: number, callId: number, number: string) => string;
  audit: string;
  auditOf: (userId: number) => string;
  export: (exportId: string) => string;
  dataRequests: string;
}

/** To the very thing where it has a page, else to its campaign; nowhere when it is out of reach. */
export function linkOf(notification: Notification, links: NotificationLinks): string | undefined {
  const { action, campaignId, callId, number, exportId, about, status } = notification;
  if (action === 'AUDIT CHAIN') return links.audit;
  if (action === 'DATA REQUEST') return links.dataRequests;
  if (exportId !== null && status.status === 'COMPLETED') return links.export(exportId);
  if (about !== null) return links.auditOf(about.userId);
  if (campaignId === null) return undefined;
  if (callId !== null && number !== null) return links.contact(campaignId, callId, number);
  return links.campaign(campaignId);
}
