import { z } from 'zod';
import type { Ctx } from '../work/context.ts';
import type { JobKind } from './queue.ts';

/** One run of a job: actor is null, and every transact() is fenced to this attempt. */
export interface JobCtx extends Ctx {
  job: {
    name: string;
    id: string;
    /** 0 for the first attempt. */
    attempt: number;
    /** Aborted when the claim is lost or the process stops: check it between batches. */
    signal: AbortSignal;
  };
}

export interface JobDefinition<P extends object = object> extends JobKind<P> {
  /** Retries, with exponential backoff. */
  retry: { limit: number; delaySeconds: number; maxDelaySeconds?: number };
  /** Longer runs count as failed and are retried. */
  expireSeconds: number;
  concurrency?: number;
  /** At most one job queued or running for each `key`. */
  unique?: boolean;
  /** Five-field cron in UTC, enqueued once for all nodes with an empty payload. */
  cron?: string;
  /** Also enqueued when an installation first schedules this cron. */
  atFirst?: boolean;
  /** Must be idempotent: it may run more than once, also after an interrupted run. */
  handler(ctx: JobCtx, payload: P): Promise<void>;
}

export type AnyJob = Omit<JobDefinition, 'handler'> & { handler(ctx: JobCtx, payload: never): Promise<void> };

export const defineJob = <P extends object>(definition: JobDefinition<P>): JobDefinition<P> => definition;

/** Scheduled once for all nodes, never concurrently. */
export const defineCronJob = (job: Omit<JobDefinition, 'payload' | 'unique'> & { cron: string }): JobDefinition => ({
  ...job,
  payload: z.object({}),
  unique: true,
});

/** Every minute; a run continues what the one before left. */
export const defineMinuteJob = (name: string, handler: JobDefinition['handler']): JobDefinition =>
  defineCronJob({ name, retry: { limit: 1, delaySeconds: 10 }, expireSeconds: 300, cron: '* * * * *', handler });
