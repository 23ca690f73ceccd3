import type { Db } from '../../../db/client.ts';
import { saveProgress } from './load-row.queries.ts';

const EVERY_MS = 1_000;

export interface Progress {
  /** 0 to 1, and what has been read by then. It never goes back. */
  set(progress: number, counts?: { read: number; rejected: number }): void;
  /** From here towards `to`, slower and slower, with two thirds of the way behind it after `ms`. */
  drift(to: number, ms: number): void;
  stop(): Promise<void>;
}

/**
 * Writes the progress down about once a second; the same write tells whether the load is still this attempt's, so that a
 * cancelled one ends within seconds, whatever it is doing.
 */
export function keepProgress(db: Db, load: { id: number; attempt: number }, onLost: () => void): Progress {
  const state = { progress: 0, read: 0, rejected: 0 };
  let drifting: { from: number; to: number; since: number; ms: number } | undefined;
  let isStopped = false;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (drifting) state.progress = driftOf(drifting);
    // A database that does not answer for a moment is met again by the work itself.
    const isOurs = await saveProgress(db, load, state).catch(() => true);
    if (!isOurs && !isStopped) onLost();
  };
  const timer = setInterval(() => {
    writing = writing.then(() => (isStopped ? undefined : write()));
  }, EVERY_MS);
  return {
    set(progress, counts) {
      state.progress = Math.max(drifting ? driftOf(drifting) : state.progress, progress);
      drifting = undefined;
      if (counts) {
        state.read = counts.read;
        state.rejected = counts.rejected;
      }
    },
    drift(to, ms) {
      drifting = { from: state.progress, to: Math.max(to, state.progress), since: performance.now(), ms };
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await writing;
    },
  };
}

const driftOf = ({ from, to, since, ms }: { from: number; to: number; since: number; ms: number }) =>
  from + (to - from) * (1 - Math.exp((since - performance.now()) / ms));
