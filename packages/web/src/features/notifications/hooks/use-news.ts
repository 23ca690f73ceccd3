import type { Notification } from '@campanero/contract/notifications/schemas';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../../lib/snackbar.ts';
import { createNewsFinder } from '../find-news.ts';
import { createTeller } from '../tell-once.ts';
import { sentenceOf, toastOf } from '../texts.ts';

/** A load that ended, or calls handed out: lists of campaigns and audiences show it. */
const CHANGES_LISTS = new Set<Notification['action']>(['BULK AUDIENCE', 'ASSIGNAMENT']);

const show = (notification: Notification) => {
  const toast = toastOf(notification);
  if (toast) notify[toast.variant](toast.text);
};

/**
 * Toasts come from the rows, not from the socket's events: whichever way a row arrives, live, after a lost connection or with the
 * minute's question, it is told once and never lost (REL-18, REL-19). The rest is said to screen readers, in the place answered.
 */
export function useNews(userId: number, list: Notification[] | undefined): RefObject<HTMLSpanElement | null> {
  const queryClient = useQueryClient();
  const [findNews] = useState(createNewsFinder);
  const teller = useRef<ReturnType<typeof createTeller<Notification>>>(null);
  const liveRegion = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const made = createTeller(userId, show);
    teller.current = made;
    return () => made.close();
  }, [userId]);

  useEffect(() => {
    const news = list ? findNews(list) : [];
    if (news.length === 0) return;
    teller.current?.tell(news.filter((each) => toastOf(each) !== null));
    const silent = news.find((each) => toastOf(each) === null);
    if (silent && liveRegion.current) liveRegion.current.textContent = `Notificación nueva: ${sentenceOf(silent)}`;
    // Without the socket nothing else would say that these have changed.
    if (news.some(({ action }) => CHANGES_LISTS.has(action)))
      for (const key of ['campaigns', 'audience']) void queryClient.invalidateQueries({ queryKey: [key] });
  }, [list, findNews, queryClient]);

  return liveRegion;
}
