import { useState } from 'react';

const WINDOW_MS = 8000;
/** Less is not enough for an estimate. */
const ENOUGH_MS = 1500;

export type Pace = { perSecond: number; secondsLeft: number };

export type Sample = { at: number; done: number };

export const withSample = (seen: readonly Sample[], sample: Sample): readonly Sample[] => [
  ...seen.filter(({ at }) => sample.at - at <= WINDOW_MS),
  sample,
];

/** Undefined with too few samples or without progress. */
export function paceOf(seen: readonly Sample[], total: number): Pace | undefined {
  const [first] = seen;
  const last = seen.at(-1);
  if (!first || !last || last.at - first.at < ENOUGH_MS) return undefined;
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  if (perSecond <= 0) return undefined;
  return { perSecond, secondsLeft: Math.max(0, (total - last.done) / perSecond) };
}

/** "quedan unos 20 s" */
export function timeLeftText(seconds: number): string {
  if (seconds <= 5) return 'quedan unos segundos';
  if (seconds <= 55) return `quedan unos ${Math.ceil(seconds / 5) * 5} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'queda cerca de 1 min';
  return minutes < 120 ? `quedan unos ${minutes} min` : `quedan unas ${Math.ceil(minutes / 60)} h`;
}

/** `ahead`: how many come before. */
export const waitingText = (ahead: number) => (ahead === 0 ? 'Espera su turno' : `Espera su turno: ${ahead} antes`);

/** The estimated seconds left, by the observed progress (0 to 1). `at`: time of the observation. */
export function usePace({ id, progress }: { id: number | string; progress: number }, at: number): number | undefined {
  const [seen, setSeen] = useState({ id, samples: [] as readonly Sample[] });
  const known = seen.id === id ? seen.samples : [];
  if (seen.id !== id || known.at(-1)?.at !== at) setSeen({ id, samples: withSample(known, { at, done: progress }) });
  return paceOf(known, 1)?.secondsLeft;
}
