import type { EventPayload } from '@campanero/contract/events';
import { useEffect, useEffectEvent } from 'react';
import { isIdentityAsked, onIdentityProved } from '../identity.ts';

type Activity = EventPayload<'activity'>;
const listeners = new Set<(activity: Activity) => void>();

/** Called by the socket: figures of these campaigns changed. */
export const publishActivity = (activity: Activity): void => listeners.forEach((listener) => listener(activity));

const FALLBACK_MS = 60_000;

interface Watched {
  /** Only this campaign's changes; without it those of every campaign that the person sees. */
  campaignId?: number | undefined;
  refetch: () => unknown;
}

/**
 * Keeps figures on screen right: asks for them again when the server says that they changed and, in case an event was lost,
 * every minute. In a hidden tab nothing is asked, nor while the session is locked; what was missed is asked once when the tab is
 * shown again or unlocked. After a reconnect the socket itself makes every query on screen ask again (openSocket).
 */
export function useActivity({ campaignId, refetch }: Watched): void {
  const refresh = useEffectEvent(() => void refetch());
  useEffect(() => {
    let missed = false;
    const ask = () => {
      missed = document.visibilityState === 'hidden' || isIdentityAsked();
      if (!missed) refresh();
    };
    const hear = ({ campaignIds }: Activity) => {
      if (campaignId === undefined || campaignIds.includes(campaignId)) ask();
    };
    const catchUp = () => {
      if (missed) ask();
    };
    listeners.add(hear);
    const timer = setInterval(ask, FALLBACK_MS);
    document.addEventListener('visibilitychange', catchUp);
    const forget = onIdentityProved(catchUp);
    return () => {
      listeners.delete(hear);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', catchUp);
      forget();
    };
  }, [campaignId]);
}
