import type { Db } from '../db/client.ts';
import type { Ctx } from '../work/context.ts';
import { transact, type Work } from '../work/transact.ts';
import { defineMinuteJob, type JobCtx, type JobDefinition } from './define-job.ts';

/** Short work does not queue behind long work. */
export type Lane = 'small' | 'large';

export interface SweptKind<R, Row, P extends object> {
  job: Omit<JobDefinition<P>, 'unique'>;
  /** One queue per lane, each with its own workers; the row says which. */
  hasLanes?: boolean;
  payloadOf: (row: R) => P;
  sweepName: string;
  listOpen: (db: Db) => Promise<Row[]>;
  /** Called instead of enqueuing the job again. */
  giveUp?: { isDue: (row: Row) => boolean; fail: (ctx: Ctx, row: Row) => Promise<unknown> };
  /** Before and after each sweep. */
  prepare?: (ctx: JobCtx) => Promise<unknown>;
  cleanUp?: (ctx: Ctx, sweep: { signal: AbortSignal; hasJob: (row: R) => Promise<boolean> }) => Promise<unknown>;
}

/** A job for each open row of a table, and a sweep each minute that enqueues lost jobs again. At most one job per row. */
export function defineSweptWork<R extends { id: string | number; lane?: string }, Row extends R, P extends object>(
  kind: SweptKind<R, Row, P>,
) {
  const { payloadOf, giveUp } = kind;
  const job: JobDefinition<P> = { ...kind.job, unique: true };
  const jobs: Record<Lane, JobDefinition<P>> = {
    large: job,
    small: kind.hasLanes ? { ...job, name: `${job.name}-small` } : job,
  };
  const queues = [...new Set(Object.values(jobs))];
  const jobOf = ({ lane }: R) => jobs[(lane ?? 'large') as Lane];
  const enqueue = (work: Pick<Work, 'enqueue'>, row: R) =>
    work.enqueue(jobOf(row), payloadOf(row), { key: String(row.id) });

  /** A queued job counts too. */
  async function hasJob(ctx: Ctx, row: R): Promise<boolean> {
    for (const queue of queues) if (await ctx.jobs.isPending(queue, payloadOf(row))) return true;
    return false;
  }

  /** Idempotent. */
  const sweepJob = defineMinuteJob(kind.sweepName, async (ctx) => {
    const { signal } = ctx.job;
    await kind.prepare?.(ctx);
    for (const row of await kind.listOpen(ctx.db)) {
      signal.throwIfAborted();
      if (await hasJob(ctx, row)) continue;
      if (giveUp?.isDue(row)) await giveUp.fail(ctx, row);
      else await transact(ctx, (work) => enqueue(work, row));
    }
    await kind.cleanUp?.(ctx, { signal, hasJob: (row) => hasJob(ctx, row) });
  });

  return {
    /** In the transaction that opens the row. */
    enqueue,
    countAhead: (ctx: Pick<Ctx, 'jobs'>, row: R) => ctx.jobs.countAhead(jobOf(row), payloadOf(row)),
    jobs,
    sweepJob,
    definitions: [...queues, sweepJob],
  };
}
