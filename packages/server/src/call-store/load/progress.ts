import type { Db } from '../../db/client.ts';
import { saveLoadProgress } from './load-row.ts';

const STEPS = ['read', 'wait', 'match', 'write', 'end', 'after'] as const;
export type Step = (typeof STEPS)[number];

/**
 * Progress, 0 to 1, at the start of each step. Reading is measured in bytes; the later statements report nothing, so they are
 * estimated from the speed of reading.
 */
const BEGINS_AT: Record<Step, number> = { read: 0, wait: 0.4, match: 0.41, write: 0.5, end: 0.97, after: 1 };
const SAVE_EVERY_MS = 1_000;

export interface Progress {
  begin(step: Step): void;
  /** `done`: the part of the source read so far, 0 to 1. */
  read(done: number, counts: { read: number; rejected: number }): void;
  stop(): Promise<void>;
  /** Milliseconds per step so far. */
  times(): Partial<Record<Step, number>>;
}

/**
 * Saves a load's progress once a second. The same update tells whether the load still belongs to this attempt, so a cancelled one is
 * aborted within seconds.
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

  /** Approaches the start of the next step asymptotically, with two thirds done after the expected time. */
  const estimate = () => {
    if (!current || current.step === 'read') return state.progress;
    const from = BEGINS_AT[current.step];
    const done = 1 - Math.exp((current.since - performance.now()) / current.ms);
    return Math.max(state.progress, from + (endOf(current.step) - from) * done);
  };
  const save = async () => {
    state.progress = estimate();
    // On an error assume it is still ours: the load's own statements will fail if the database is gone.
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
