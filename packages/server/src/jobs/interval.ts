import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../work/context.ts';

/** Repeated by every worker. A task that must not run on two nodes at once takes a database lock itself. */
export type IntervalTask = { name: string; everyMs: number; run(deps: Deps, signal: AbortSignal): Promise<void> };

/** Pauses `everyMs` after each round. The returned function stops it and waits for the current round. */
export function startInterval(task: IntervalTask, deps: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const rounds = keepRunning(task, deps, stopping.signal);
  return async () => {
    stopping.abort();
    await rounds;
  };
}

/** Logs only the first failure and the recovery: during a database outage every round fails. */
async function keepRunning(task: IntervalTask, deps: Deps, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      await task.run(deps, signal);
      if (isFailing) deps.log.info({ task: task.name }, 'an interval task works again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) deps.log.error({ err: error, task: task.name }, 'an interval task fails');
      isFailing = true;
    }
    await pause(task.everyMs, undefined, { signal }).catch(() => {});
  }
}
