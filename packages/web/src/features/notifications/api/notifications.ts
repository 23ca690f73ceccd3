import { NOTIFICATION_LIST_MAX, NOTIFICATION_POLL_MS } from '@campanero/contract/limits';
import { notifications } from '@campanero/contract/notifications/endpoints';
import type { Notification } from '@campanero/contract/notifications/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

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
