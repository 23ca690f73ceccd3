import { useCallback, useSyncExternalStore } from 'react';
import { now, onClockSet } from '../lib/clock.ts';

/** Two minutes before the end it is announced (UX-26). */
const ANNOUNCE_SECONDS = 120;

/** A timer that fires a hair early would find the old phase, and nothing would look again. */
const LATE_MS = 50;

export type SessionPhase = 'none' | 'running' | 'ending' | 'over';

const secondsUntil = (expires: number) => expires - now() / 1000;

function phaseOf(expires: number | undefined): SessionPhase {
  if (expires === undefined) return 'none';
  const left = secondsUntil(expires);
  if (left <= 0) return 'over';
  return left <= ANNOUNCE_SECONDS ? 'ending' : 'running';
}

/** Where the session stands by the clock: it changes at the announcement and at the end. */
export function useSessionPhase(expires: number | undefined): SessionPhase {
  const subscribe = useCallback(
    (look: () => void) => {
      if (expires === undefined) return () => {};
      let timers: ReturnType<typeof setTimeout>[] = [];
      const wait = () => {
        timers.forEach(clearTimeout);
        const left = secondsUntil(expires);
        timers = [left - ANNOUNCE_SECONDS, left]
          .filter((seconds) => seconds > 0)
          .map((seconds) => setTimeout(look, seconds * 1000 + LATE_MS));
      };
      wait();
      const lookAndWait = () => {
        look();
        wait();
      };
      // A sleeping machine stops timers: coming back to the tab looks at the clock again, and so does setting the clock.
      document.addEventListener('visibilitychange', lookAndWait);
      const forget = onClockSet(lookAndWait);
      return () => {
        timers.forEach(clearTimeout);
        document.removeEventListener('visibilitychange', lookAndWait);
        forget();
      };
    },
    [expires],
  );
  return useSyncExternalStore(subscribe, () => phaseOf(expires));
}
