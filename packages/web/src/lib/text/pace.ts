import { useState } from 'react';

/** Long enough to be calm, short enough to notice that the network changed. */
const WINDOW_MS = 8000;
/** Before this much has been seen, any figure would be a guess. */
const ENOUGH_MS = 1500;

export interface Pace {
  perSecond: number;
  secondsLeft: number;
}

/** How far something had come, and when. */
export interface Sample {
  at: number;
  done: number;
}

/** The samples with one more; those that are too old are dropped. */
export const withSample = (seen: readonly Sample[], sample: Sample): readonly Sample[] => [
  ...seen.filter(({ at }) => sample.at - at <= WINDOW_MS),
  sample,
];

/** How fast something goes and how long it still takes; undefined while there is too little to judge by, or nothing moves. */
export function paceOf(seen: readonly Sample[], total: number): Pace | undefined {
  const [first] = seen;
  const last = seen.at(-1);
  if (!first || !last || last.at - first.at < ENOUGH_MS) return undefined;
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  if (perSecond <= 0) return undefined;
  return { perSecond, secondsLeft: Math.max(0, (total - last.done) / perSecond) };
}

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step;

/** "quedan unos 20 s": about as exact as it can be known. */
export function timeLeftText(seconds: number): string {
  if (seconds <= 5) return 'quedan unos segundos';
  if (seconds <= 55) return `quedan unos ${roundUp(seconds, 5)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'queda cerca de 1 min';
  return minutes < 120 ? `quedan unos ${minutes} min` : `quedan unas ${Math.ceil(minutes / 60)} h`;
}

/** For something that waits until others are done; `ahead`: how many those are. */
export const waitingText = (ahead: number) => (ahead === 0 ? 'Espera su turno' : `Espera su turno: ${ahead} antes`);

interface Seen {
  id: number | string;
  samples: readonly Sample[];
}

/** Seconds that some work still takes, by how its progress (0 to 1) moved while somebody was looking. `at`: when it was told. */
export function usePace({ id, progress }: { id: number | string; progress: number }, at: number): number | undefined {
  const [seen, setSeen] = useState<Seen>({ id, samples: [] });
  const known = seen.id === id ? seen.samples : [];
  if (seen.id !== id || known.at(-1)?.at !== at) setSeen({ id, samples: withSample(known, { at, done: progress }) });
  return paceOf(known, 1)?.secondsLeft;
}
