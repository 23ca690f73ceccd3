import { z } from 'zod';
import type { Ctx } from '../work/context.ts';
import type { JobKind } from './queue.ts';

/** One run of a job: there is no signed-in user (actor is null), and every transact() inside is fenced to this attempt. */
export interface JobCtx extends Ctx {
  job: {
    /** Of the queue from which it was claimed. */
    name: string;
    id: string;
    /** 0 on the first try. */
    attempt: number;
    /** Aborted when the claim is lost or the process stops: long handlers look at it between batches. */
    signal: AbortSignal;
  };
}

export interface JobDefinition<P extends object = object> extends JobKind<P> {
  /** Tries after the first, with a growing pause. */
  retry: { limit: number; delaySeconds: number; maxDelaySeconds?: number };
  /** A run longer than this counts as failed and is tried again. */
  expireSeconds: number;
  /** How many may run at the same time in one process. */
  concurrency?: number;
  /** At most one job is queued or running for each `key` given when enqueueing. */
  unique?: boolean;
  /** Five-field cron in UTC: enqueued once for all nodes, with an empty payload. */
  cron?: string;
  /** Also once when an installation first meets this cron, so that what it prepares need not wait for its hour. */
  atFirst?: boolean;
  /** May run more than once, also after a run that was cut off: repeating it must leave the same state. */
  handler(ctx: JobCtx, payload: P): Promise<void>;
}

/** A job of any payload, for lists of jobs. Only its own `payload` schema gives what its handler accepts. */
export interface AnyJob extends Omit<JobDefinition, 'handler'> {
  handler(ctx: JobCtx, payload: never): Promise<void>;
}

/** Infers the payload's type from its schema. */
export const defineJob = <P extends object>(definition: JobDefinition<P>): JobDefinition<P> => definition;

/** By the clock, once for all nodes, and never twice at once. */
export const defineCronJob = (job: Omit<JobDefinition, 'payload' | 'unique'> & { cron: string }): JobDefinition => ({
  ...job,
  payload: z.object({}),
  unique: true,
});

/** Every minute. What one run leaves undone, the next one does. */
export const defineMinuteJob = (name: string, handler: JobDefinition['handler']): JobDefinition =>
  defineCronJob({ name, retry: { limit: 1, delaySeconds: 10 }, expireSeconds: 300, cron: '* * * * *', handler });
