import type { EnqueueFar } from '../db/seed/demo/seed-demo.ts';
import type { AnyJob } from '../jobs/define-job.ts';
import type { JobQueue } from '../jobs/queue.ts';

/** The demo's loading and closing campaigns have a job that waits far ahead: the sweeps count it as alive (decisions 1). */
export const createEnqueueFar =
  (jobs: JobQueue, definitions: readonly AnyJob[]): EnqueueFar =>
  async (trx, name, payload, startAfter) => {
    const job = definitions.find((each) => each.name === name);
    // Its schema, which enqueue() applies, knows the payload better than this list does.
    if (job) await jobs.enqueue(trx, job, payload, { startAfter, key: String(payload['campaignId']) });
  };
