import { useState } from 'react';
import { paceOf, withSample, type Sample } from '../transfer-pace.ts';

interface Seen {
  id: number;
  samples: readonly Sample[];
}

/** Seconds a running load still takes, by how its progress moved while somebody was looking. `at`: when it was told. */
export function useLoadPace({ id, progress }: { id: number; progress: number }, at: number): number | undefined {
  const [seen, setSeen] = useState<Seen>({ id, samples: [] });
  const known = seen.id === id ? seen.samples : [];
  if (seen.id !== id || known.at(-1)?.at !== at) setSeen({ id, samples: withSample(known, { at, done: progress }) });
  return paceOf(known, 1)?.secondsLeft;
}
