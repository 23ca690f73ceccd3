import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from './external-store.ts';
import { readServerTime } from './browser/page-facts.ts';

/** The server's time, since the clock of a PC may be wrong. `Date.now()` is forbidden elsewhere (scripts/lint/one-clock.ts). */
const reading = createStore<{ serverMs: number; readAt: number } | undefined>(undefined);

/** Milliseconds since 1970; the PC's time until the server's is known. */
export function now(): number {
  const known = reading.get();
  // oxlint-disable-next-line one-clock/use-server-time -- the one place
  return known === undefined ? Date.now() : known.serverMs + (performance.now() - known.readAt);
}

const onClockSet = reading.subscribe;

/** Sets the clock by the page. Called once at the start. */
export function readPageTime(): void {
  const serverMs = readServerTime();
  if (serverMs === undefined) return;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  reading.set({ serverMs, readAt: navigation?.responseStart ?? performance.now() });
}

/** The header has whole seconds, and Node may reuse the previous one. */
const HEADER_SLACK_MS = 2000;

/** Sets the clock by an answer's Date header, unless it already lies between request (`askedAt`) and answer. */
export function readAnswerTime(answer: Response, askedAt: number): void {
  const serverMs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(serverMs)) return;
  const readAt = performance.now();
  const ahead = now() - serverMs;
  const isRight = ahead > -HEADER_SLACK_MS && ahead < readAt - askedAt + HEADER_SLACK_MS;
  if (!isRight || reading.get() === undefined) reading.set({ serverMs: serverMs + 500, readAt });
}

/** For tests. */
export const forgetTime = () => reading.set(undefined);

const TICK_MS = 15_000;

export function useNow(): Date {
  const [present, setNow] = useState(() => new Date(now()));
  useEffect(() => {
    const tick = () => setNow(new Date(now()));
    const timer = setInterval(tick, TICK_MS);
    const forget = onClockSet(tick);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, []);
  return present;
}

/** Limit of setTimeout. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** A timer firing early would read the old value. */
const LATE_MS = 50;

/** A value that changes at these moments (ms). */
export function useValueAt<T>(moments: readonly number[], read: () => T): T {
  const known = moments.join();
  const subscribe = useCallback(
    (look: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = () => {
        clearTimeout(timer);
        look();
        const left = known.split(',').map((moment) => Number(moment) - now());
        const next = Math.min(...left.filter((ms) => ms > 0));
        if (next < Infinity) timer = setTimeout(wait, Math.min(next + LATE_MS, LONGEST_WAIT_MS));
      };
      wait();
      // Timers stop while a machine sleeps: checked again when the tab is visible or the clock is set.
      document.addEventListener('visibilitychange', wait);
      const forget = onClockSet(wait);
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', wait);
        forget();
      };
    },
    [known],
  );
  return useSyncExternalStore(subscribe, read);
}
