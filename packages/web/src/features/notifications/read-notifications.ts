import { notifications } from '@campanero/contract/notifications/endpoints';
import type { NotificationList } from '@campanero/contract/notifications/schemas';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { notificationsQuery } from './api.ts';

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
