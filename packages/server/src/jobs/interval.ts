import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
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

async function keepRunning(task: IntervalTask, deps: Deps, signal: AbortSignal): Promise<void> {
  const report = createReporter(task, deps.log);
  while (!signal.aborted) {
    try {
      await task.run(deps, signal);
      report.succeeded();
    } catch (error) {
      report.failed(error);
    }
    await pause(task.everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Logs only the first failure and the recovery: during a database outage every round fails. */
function createReporter(task: IntervalTask, log: Logger) {
  let isFailing = false;
  return {
    failed(error: unknown) {
      if (!isFailing) log.error({ err: error, task: task.name }, 'an interval task fails');
      isFailing = true;
    },
    succeeded() {
      if (isFailing) log.info({ task: task.name }, 'an interval task works again');
      isFailing = false;
    },
  };
}
