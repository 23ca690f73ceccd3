import type { Db } from '../../db/client.ts';
import { AttemptOver, saveRegularly, type Attempt } from '../../work/attempts.ts';
import { currentLoads } from './load-row.ts';

const STEPS = ['read', 'wait', 'match', 'write', 'end', 'after'] as const;
export type Step = (typeof STEPS)[number];

/** Progress at the start of each step. Only reading reports bytes; later steps are estimated from its speed. */
const BEGINS_AT: Record<Step, number> = { read: 0, wait: 0.4, match: 0.41, write: 0.5, end: 0.97, after: 1 };
export type Progress = ReturnType<typeof keepLoadProgress>;

/** Saves a load's progress once a second, and aborts it within seconds if it was cancelled or taken over. */
export function keepLoadProgress(
  db: Db,
  load: Attempt,
  { abort, onStep }: { abort: AbortController; onStep?: ((step: Step) => void) | undefined },
) {
  const state = { progress: 0, read: 0, rejected: 0 };
  const times: Partial<Record<Step, number>> = {};
  let current: { step: Step; since: number; ms: number } | undefined;

  /** Approaches the start of the next step asymptotically, with two thirds done after the expected time. */
  const estimate = () => {
    if (!current || current.step === 'read') return state.progress;
    const from = BEGINS_AT[current.step];
    const done = 1 - Math.exp((current.since - performance.now()) / current.ms);
    return Math.max(state.progress, from + (endOf(current.step) - from) * done);
  };
  const stop = saveRegularly(
    () => {
      state.progress = estimate();
      return currentLoads.update(db, load, state);
    },
    () => abort.abort(overError()),
  );
  const close = () => {
    if (current) times[current.step] = Math.round(performance.now() - current.since);
    current = undefined;
  };

  return {
    begin(step: Step) {
      close();
      state.progress = Math.max(state.progress, BEGINS_AT[step]);
      const expected = ((times.read ?? 1_000) * (endOf(step) - BEGINS_AT[step])) / BEGINS_AT.wait;
      current = { step, since: performance.now(), ms: Math.max(expected, 1) };
      onStep?.(step);
      if (step !== 'after' && step !== 'end') abort.signal.throwIfAborted();
    },
    /** `done`: the part of the source read so far, 0 to 1. */
    read(done: number, { read, rejected }: { read: number; rejected: number }) {
      const progress = Math.max(state.progress, Math.min(done, 1) * BEGINS_AT.wait);
      Object.assign(state, { read, rejected, progress });
    },
    stop,
    times() {
      close();
      return times;
    },
  };
}

export const overError = () => new AttemptOver('the load was cancelled or taken over');

const endOf = (step: Step) => BEGINS_AT[STEPS[STEPS.indexOf(step) + 1] ?? 'after'];
