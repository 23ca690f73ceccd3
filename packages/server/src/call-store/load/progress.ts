import type { Db } from '../../db/client.ts';
import { saveLoadProgress } from './load-row.ts';

const STEPS = ['read', 'wait', 'match', 'write', 'end', 'after'] as const;
export type Step = (typeof STEPS)[number];

/**
 * The progress, 0 to 1, at the beginning of each step. Reading is measured by its bytes; the statements after it do not tell how
 * far they are, so they are taken to be as fast as reading was.
 */
const BEGINS_AT: Record<Step, number> = { read: 0, wait: 0.4, match: 0.41, write: 0.5, end: 0.97, after: 1 };
const SAVE_EVERY_MS = 1_000;

export interface Progress {
  begin(step: Step): void;
  /** `done`: the part of the source that has been read, 0 to 1. */
  read(done: number, counts: { read: number; rejected: number }): void;
  stop(): Promise<void>;
  /** Milliseconds of each step so far. */
  times(): Partial<Record<Step, number>>;
}

/**
 * Saves a load's progress once a second. The same write tells whether the load is still this attempt's: if it was cancelled, the
 * attempt is aborted within seconds, whatever it is doing.
 */
export function keepLoadProgress(
  db: Db,
  load: { id: number; attempt: number },
  {
    abort,
    onLost,
    onStep,
  }: { abort: AbortController; onLost: () => void; onStep?: ((step: Step) => void) | undefined },
): Progress {
  const state = { progress: 0, read: 0, rejected: 0 };
  const times: Partial<Record<Step, number>> = {};
  let current: { step: Step; since: number; ms: number } | undefined;
  let isStopped = false;
  let saving: Promise<void> = Promise.resolve();

  /** Towards the beginning of the next step, slower and slower, with two thirds of the way done after the expected time. */
  const estimate = () => {
    if (!current || current.step === 'read') return state.progress;
    const from = BEGINS_AT[current.step];
    const done = 1 - Math.exp((current.since - performance.now()) / current.ms);
    return Math.max(state.progress, from + (endOf(current.step) - from) * done);
  };
  const save = async () => {
    state.progress = estimate();
    // If the database does not answer for a moment, the load's own statements will find out.
    const isOurs = await saveLoadProgress(db, load, state).catch(() => true);
    if (!isOurs && !isStopped) onLost();
  };
  const timer = setInterval(() => {
    saving = saving.then(() => (isStopped ? undefined : save()));
  }, SAVE_EVERY_MS);
  const close = () => {
    if (current) times[current.step] = Math.round(performance.now() - current.since);
    current = undefined;
  };

  return {
    begin(step) {
      close();
      state.progress = Math.max(state.progress, BEGINS_AT[step]);
      const expected = ((times.read ?? 1_000) * (endOf(step) - BEGINS_AT[step])) / BEGINS_AT.wait;
      current = { step, since: performance.now(), ms: Math.max(expected, 1) };
      onStep?.(step);
      if (step !== 'after' && step !== 'end') abort.signal.throwIfAborted();
    },
    read(done, { read, rejected }) {
      Object.assign(state, { read, rejected, progress: Math.max(state.progress, done * BEGINS_AT.wait) });
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await saving;
    },
    times() {
      close();
      return times;
    },
  };
}

function endOf(step: Step): number {
  const next = STEPS[STEPS.indexOf(step) + 1];
  return next ? BEGINS_AT[next] : 1;
}
