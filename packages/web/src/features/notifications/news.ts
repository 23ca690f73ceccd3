import { NOTIFICATION_LIST_MAX } from '@campanero/contract/limits';
import type { Notification } from '@campanero/contract/notifications/endpoints';
import { useEffect, useRef, useState } from 'react';
import { invalidate } from '../../lib/queries.ts';
import { getSettings } from '../../lib/settings.ts';
import { notify } from '../../lib/snackbar.ts';
import { nextLinks, type NotificationLinks } from './api.ts';
import { sentenceOf, toastOf } from './kinds.ts';

/** These change campaigns and audiences. */
const CHANGES_LISTS = new Set<Notification['action']>(['BULK AUDIENCE', 'ASSIGNAMENT']);

const show = (links: NotificationLinks) => (notification: Notification) => {
  const toast = toastOf(notification);
  if (!toast) return;
  const { variant, text, detail } = toast;
  notify[variant](text, { detail, links: nextLinks(notification, links), hasNotification: true });
};

/** Shows each new row once, however it arrived. Rows without a toast are read out in the element of the returned ref. */
export function useNewNotifications(userId: number, list: Notification[] | undefined, links: NotificationLinks) {
  const [findNews] = useState(createNewNotificationFinder);
  const announcer = useRef<ReturnType<typeof createAnnouncer<Notification>>>(null);
  const liveRegion = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const made = createAnnouncer(userId, show(links));
    announcer.current = made;
    return () => made.close();
  }, [userId, links]);

  useEffect(() => {
    const news = list ? findNews(list) : [];
    if (news.length === 0) return;
    announcer.current?.announce(news.filter((each) => toastOf(each) !== null));
    const silent = news.find((each) => toastOf(each) === null);
    if (silent && liveRegion.current) liveRegion.current.textContent = `Notificación nueva: ${sentenceOf(silent)}`;
    ringFor(news);
    // The socket may be missing.
    if (news.some(({ action }) => CHANGES_LISTS.has(action))) void invalidate('campaigns', 'audience');
  }, [list, findNews]);

  return liveRegion;
}

/** A due callback rings, if switched on in the profile. */
function ringFor(news: readonly Notification[]): void {
  const due = news.find(({ action }) => action === 'CALLBACK');
  if (!due || !getSettings().preferences.sound) return;
  // Several at once ring once.
  import('../../lib/browser/callback-sound.ts')
    .then(({ playCallbackAlert }) => playCallbackAlert(due.id))
    .catch(() => undefined);
}

/** Finds new rows; the first list is not new. Compares all ids: a row with a lower id may be committed later. */
export function createNewNotificationFinder(): (list: readonly Notification[]) => Notification[] {
  const seen = new Set<number>();
  // A full list hides older rows, which are not new when they appear.
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

/** A hidden tab keeps its news until it is visible and drops what another tab of the user has shown meanwhile. */
export function createAnnouncer<T extends { id: number }>(userId: number, show: (news: T) => void) {
  const channel = new BroadcastChannel(`notifications ${userId}`);
  const announcedElsewhere = new Set<number>();
  let waiting: T[] = [];
  const isHidden = () => document.visibilityState === 'hidden';

  const announceNow = (news: readonly T[]) => {
    if (news.length === 0) return;
    // Shown oldest first, so that the newest toast is on top.
    for (const each of news.toReversed()) show(each);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves the origin
    channel.postMessage(news.map(({ id }) => id));
  };
  const catchUp = () => {
    if (isHidden()) return;
    const due = waiting.filter(({ id }) => !announcedElsewhere.has(id));
    waiting = [];
    announceNow(due);
  };
  channel.addEventListener('message', ({ data: ids }: MessageEvent<number[]>) => {
    if (isHidden()) for (const id of ids) announcedElsewhere.add(id);
  });
  document.addEventListener('visibilitychange', catchUp);

  return {
    announce: (news: readonly T[]) => {
      if (isHidden()) waiting = [...news, ...waiting];
      else announceNow(news);
    },
    close: () => {
      channel.close();
      document.removeEventListener('visibilitychange', catchUp);
    },
  };
}
