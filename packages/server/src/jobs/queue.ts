import type { z } from 'zod';
import type { Trx } from '../db/client.ts';

/** The part of a job that enqueueing needs. What the job does stands in its definition (define-job.ts). */
export interface JobKind<P extends object = object> {
  /** `feature.verb`, also the name of its queue. */
  name: string;
  /** Ids, never rows: the handler reads the rows as they are when it runs. */
  payload: z.ZodType<P>;
}

export interface EnqueueOptions {
  /** Not before this moment. */
  startAfter?: Date;
  /** For `unique` jobs: at most one job per key; without a key, at most one in all. */
  key?: string;
}

/** What every part of the server may do with jobs; runner.ts runs them. */
export interface JobQueue {
  /** The job exists only if the transaction commits. If a `unique` one is queued or running, no second one is added. */
  enqueue<P extends object>(trx: Trx, job: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Whether a job whose payload contains these values is queued, waiting for its next try or running. */
  isPending<P extends object>(job: Pick<JobKind<P>, 'name'>, payload: Partial<P>): Promise<boolean>;
  /** How many jobs of its queue are before the one whose payload contains these values: running, or due and sent earlier. */
  countAhead<P extends object>(job: Pick<JobKind<P>, 'name'>, payload: Partial<P>): Promise<number>;
  /** Throws when the queue cannot be reached (GET /api/ready). */
  check(): Promise<void>;
}
