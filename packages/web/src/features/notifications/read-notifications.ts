import { notifications, type NotificationList } from '@campanero/contract/notifications/endpoints';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { notificationsQuery } from './api.ts';

/** `andOlder`: also those that a full list left out. */
const markRead = ({ ids, andOlder = false }: { ids: readonly number[]; andOlder?: boolean }): Promise<unknown> => {
  const [id] = ids;
  return ids.length === 1 && id !== undefined && !andOlder
    ? call(notifications.read, { params: { id } })
    : call(notifications.clear, { body: { notifications: [...ids], andOlder } });
};

export const useReadNotifications = () =>
  useChange(markRead, {
    // An earlier answer would bring them back.
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
