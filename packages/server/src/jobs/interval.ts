import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Deps } from '../work/context.ts';

/** Work done over and over by every worker; what must not run twice at once locks for itself in the database. */
export interface IntervalTask {
  name: string;
  everyMs: number;
  /** One round. */
  run(deps: Deps, signal: AbortSignal): Promise<void>;
}

/** Starts the rounds, the pause counted from the end of each; the returned function ends them after the present one. */
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

/** A database that is away would fail every round: one line when it begins and one when it is over. */
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
