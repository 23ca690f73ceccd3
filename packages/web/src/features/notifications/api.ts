import { NOTIFICATION_LIST_MAX, NOTIFICATION_POLL_MS } from '@campanero/contract/limits';
import { notifications } from '@campanero/contract/notifications/endpoints';
import type { Notification } from '@campanero/contract/notifications/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The unread ones, newest first. Asked every minute besides the socket, which some networks do not let through (REL-19). */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications'] as const,
    queryFn: async ({ signal }) => (await call(notifications.list, undefined, { signal })).notifications,
    refetchInterval: NOTIFICATION_POLL_MS,
  });

const KEY = notificationsQuery().queryKey;

/** Marks these as read; they leave the list when the server has said so (UX-07). */
export function useReadNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly number[]): Promise<void> => {
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) await call(notifications.read, { params: { id } });
      // A list this long may have left older ones out, which «Limpiar todo» means as well.
      else
        await call(notifications.clear, {
          body: { notifications: [...ids], andOlder: ids.length >= NOTIFICATION_LIST_MAX },
        });
    },
    // An answer that was on its way before this would bring them back for a moment.
    onMutate: () => queryClient.cancelQueries({ queryKey: KEY }),
    onSuccess: (_nothing, ids) =>
      queryClient.setQueryData<Notification[]>(KEY, (list) => list?.filter(({ id }) => !ids.includes(id))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Where a notification may lead, of the pages that exist. */
export interface NotificationLinks {
  campaign?: ((campaignId: number) => string) | undefined;
  contact?: ((campaignId: number, callId: number, number: string) => string) | undefined;
  /** The audit of one person, or all of it. */
  audit?: ((userId?: number) => string) | undefined;
  export?: ((exportId: string) => string) | undefined;
}

/** To the very thing where it has a page, else to its campaign (spec 2); nowhere when it is out of reach. */
export function linkOf(notification: Notification, links: NotificationLinks): string | undefined {
  const { action, campaignId, callId, number, exportId, about, status } = notification;
  if (action === 'AUDIT CHAIN') return links.audit?.();
  if (exportId !== null && status.status === 'COMPLETED' && links.export) return links.export(exportId);
  if (about !== null) return links.audit?.(about.userId);
  if (campaignId === null) return undefined;
  if (callId !== null && number !== null && links.contact) return links.contact(campaignId, callId, number);
  return links.campaign?.(campaignId);
}
