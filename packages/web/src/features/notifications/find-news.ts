import { NOTIFICATION_LIST_MAX } from '@campanero/contract/limits';
import type { Notification } from '@campanero/contract/notifications/schemas';

/**
 * Tells which rows of a list nobody on this page has seen yet. The first list is what was there before: no news. Told by id and
 * not by the highest one so far, since a row with a lower id may be committed later.
 */
export function createNewsFinder(): (list: readonly Notification[]) => Notification[] {
  const seen = new Set<number>();
  // A full list hides older rows; clearing it brings them up, and they are no news either.
  let hiddenUpTo = 0;
  let isFirst = true;
  return (list) => {
    const news = isFirst ? [] : list.filter(({ id }) => id > hiddenUpTo && !seen.has(id));
    isFirst = false;
    for (const { id } of list) seen.add(id);
    if (list.length >= NOTIFICATION_LIST_MAX) hiddenUpTo = Math.max(hiddenUpTo, Math.min(...list.map(({ id }) => id)));
    return news;
  };
}
