import type { EventPayload } from '@campanero/contract/events';
import { useEffect, useEffectEvent } from 'react';
import { isIdentityAsked, onIdentityProved } from '../identity.ts';

type Activity = EventPayload<'activity'>;
const listeners = new Set<(activity: Activity) => void>();

export const publishActivity = (activity: Activity): void => listeners.forEach((listener) => listener(activity));

const FALLBACK_MS = 60_000;

/** Refetches on an event (of any campaign without id) and every minute; in a hidden tab or locked session once it is visible or unlocked. */
export function useActivity({ campaignId, refetch }: { campaignId?: number; refetch: () => unknown }): void {
  const refresh = useEffectEvent(() => void refetch());
  useEffect(() => {
    let missed = false;
    const ask = () => {
      missed = document.visibilityState === 'hidden' || isIdentityAsked();
      if (!missed) refresh();
    };
    const handleEvent = ({ campaignIds }: Activity) => {
      if (campaignId === undefined || campaignIds.includes(campaignId)) ask();
    };
    const catchUp = () => {
      if (missed) ask();
    };
    listeners.add(handleEvent);
    const timer = setInterval(ask, FALLBACK_MS);
    document.addEventListener('visibilitychange', catchUp);
    const forget = onIdentityProved(catchUp);
    return () => {
      listeners.delete(handleEvent);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', catchUp);
      forget();
    };
  }, [campaignId]);
}
