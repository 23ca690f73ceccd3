import type { z } from 'zod';
import type { Trx } from '../db/client.ts';

/** `name` is `feature.verb`, also of the queue. The payload has ids instead of rows: the handler reads current rows. */
export type JobKind<P extends object = object> = { name: string; payload: z.ZodType<P> };

/** `key`, for `unique` jobs: at most one per key; without a key, at most one in total. */
export type EnqueueOptions = { startAfter?: Date; key?: string };

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
