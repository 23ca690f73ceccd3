import type { z } from 'zod';
import type { Trx } from '../db/client.ts';

/** What whoever enqueues a job has to know of it; what it does stands in its definition (define-job.ts). */
export interface JobKind<P extends object = object> {
  /** `feature.verb`, also the name of its queue. */
  name: string;
  /** Ids, never rows: what the handler needs to find the present truth. */
  payload: z.ZodType<P>;
}

export interface EnqueueOptions {
  /** Not before this moment. */
  startAfter?: Date;
  /** For `unique` jobs: what it is unique by; without one the whole job is. */
  key?: string;
}

/** What every part of the server may do with jobs; running them is the runner's (runner.ts). */
export interface JobQueue {
  /** Exists exactly if the transaction commits (REL-05). A `unique` one that is queued or running already stays the one. */
  enqueue<P extends object>(trx: Trx, job: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Whether one is queued, waiting for its next try or running, with at least this payload: what a sweep calls alive. */
  isPending<P extends object>(job: Pick<JobKind<P>, 'name'>, payload: Partial<P>): Promise<boolean>;
  /** Throws when the queue cannot be reached (GET /api/ready). */
  check(): Promise<void>;
}
