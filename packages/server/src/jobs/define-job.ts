import type { Ctx } from '../work/context.ts';
import type { JobKind } from './queue.ts';

/** A job's run: no person asks (actor is null), and every transact() inside is fenced to this attempt (REL-03). */
export interface JobCtx extends Ctx {
  job: {
    id: string;
    /** Goes up with every try: 0 is the first. */
    attempt: number;
    /** Aborted when the claim is lost or the process stops: long handlers look at it between batches. */
    signal: AbortSignal;
  };
}

export interface JobDefinition<P extends object = object> extends JobKind<P> {
  /** Tries after the first, with a growing pause. */
  retry: { limit: number; delaySeconds: number; maxDelaySeconds?: number };
  /** A run longer than this counts as lost. */
  expireSeconds: number;
  /** Runs at once in one process. */
  concurrency?: number;
  /** At most one queued or running, for each `key` given when enqueueing. */
  unique?: boolean;
  /** Five-field cron in UTC: enqueued once for all nodes, with an empty payload. */
  cron?: string;
  /** Runs at least once: twice, or half and then whole, must leave the same state (REL-04). */
  handler(ctx: JobCtx, payload: P): Promise<void>;
}

/** One of several: the handler still takes exactly what its own schema gives, but which that is has been forgotten. */
export interface AnyJob extends Omit<JobDefinition, 'handler'> {
  handler(ctx: JobCtx, payload: never): Promise<void>;
}

/** Keeps the payload's type. */
export const defineJob = <P extends object>(definition: JobDefinition<P>): JobDefinition<P> => definition;
