import { useEffect, useState } from 'react';
import { createStore } from './external-store.ts';
import { readServerTime } from './browser/page-facts.ts';

/**
 * The web app's one clock shows the server's time: the clock of a PC may be hours or days off. The server's time is
 * learned from the page itself and from every answer, and counted on with `performance.now()`, which setting the PC's
 * clock does not move. A lint rule forbids `Date.now()` and `new Date()` everywhere else (scripts/lint/one-clock.ts).
 */
interface Reading {
  serverMs: number;
  /** `performance.now()` at that moment. */
  readAt: number;
}
const reading = createStore<Reading | undefined>(undefined);

/** Milliseconds since 1970. Before any word of the server, which only a development server leaves out, the PC's own. */
export function now(): number {
  const known = reading.get();
  // oxlint-disable-next-line one-clock/use-server-time -- the one place
  return known === undefined ? Date.now() : known.serverMs + (performance.now() - known.readAt);
}

/** Runs whenever the clock is set, so that whatever waits for a moment counts anew. */
export const onClockSet = reading.subscribe;

/** Takes the time that the server wrote into the page. Called once, before anything asks what time it is. */
export function readPageTime(): void {
  const serverMs = readServerTime();
  if (serverMs === undefined) return;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  reading.set({ serverMs, readAt: navigation?.responseStart ?? performance.now() });
}

/** The Date header counts whole seconds, and Node may write the one before. */
const HEADER_SLACK_MS = 2000;

/**
 * Takes the time of an answer from its Date header. The header was written after the request left (`askedAt`) and before its
 * answer came, so a clock within that span is right already and is not moved: times on screen do not jump.
 */
export function readAnswerTime(answer: Response, askedAt: number): void {
  const serverMs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(serverMs)) return;
  const readAt = performance.now();
  const ahead = now() - serverMs;
  const isRight = ahead > -HEADER_SLACK_MS && ahead < readAt - askedAt + HEADER_SLACK_MS;
  if (!isRight || reading.get() === undefined) reading.set({ serverMs: serverMs + 500, readAt });
}

/** For tests: nothing was heard of the server yet. */
export const forgetTime = () => reading.set(undefined);

const TICK_MS = 15_000;

/** The present moment, as exact as a screen needs: a campaign that begins or ends while one looks is noticed. */
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
