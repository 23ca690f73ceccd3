import type { z } from 'zod';
import type { Trx } from '../db/client.ts';

/** What enqueueing needs; the rest is in define-job.ts. */
export interface JobKind<P extends object = object> {
  /** `feature.verb`; also the queue's name. */
  name: string;
  /** Ids instead of rows: the handler reads current rows. */
  payload: z.ZodType<P>;
}

export interface EnqueueOptions {
  startAfter?: Date;
  /** For `unique` jobs: at most one per key; without a key, at most one in total. */
  key?: string;
}

export interface JobQueue {
  /** Enqueued only if the transaction commits. No effect if a `unique` job is queued or running. */
  enqueue<P extends object>(trx: Trx, job: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** A job whose payload contains these values is queued, waiting for a retry or running. */
  isPending<P extends object>(job: Pick<JobKind<P>, 'name'>, payload: Partial<P>): Promise<boolean>;
  /** How many jobs of the queue come before the one whose payload contains these values. */
  countAhead<P extends object>(job: Pick<JobKind<P>, 'name'>, payload: Partial<P>): Promise<number>;
  /** Throws if the queue is unreachable (GET /api/ready). */
  check(): Promise<void>;
}
