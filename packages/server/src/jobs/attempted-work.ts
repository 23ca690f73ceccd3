import type { Db, Trx } from '../db/client.ts';
import type { Attempt } from '../work/attempts.ts';
import type { Ctx } from '../work/context.ts';
import { transact, type Work } from '../work/transact.ts';
import { type ChildKind, inChildProcess, type RunAttempt } from './child-task.ts';
import { defineJob, defineMinuteJob, type JobCtx, type JobDefinition } from './define-job.ts';

/** Short work does not queue behind long work. */
export type Lane = 'small' | 'large';

export const ATTEMPTS_MAX = 9;

interface WorkKind<Id, R extends { id: Id }, Row, P extends object> {
  attempts: { begin(trx: Trx, id: Id): Promise<number | null>; listOpen(db: Db): Promise<Row[]> };
  job: Pick<JobDefinition<P>, 'name' | 'payload' | 'expireSeconds' | 'concurrency'>;
  /** One queue per lane, each with its own workers; the row says which. */
  hasLanes?: boolean;
  payloadOf: (row: R) => P;
  idOf: (payload: P) => Id;
  program: ChildKind;
  /** In the transaction that begins an attempt. */
  onBegin?: (trx: Trx, id: Id) => Promise<unknown>;
  /** Also for ended work. */
  before?: (ctx: JobCtx) => Promise<unknown>;
  after?: (ctx: JobCtx, id: Id) => Promise<unknown>;
  sweepName: string;
  /** Ends work whose attempts are used up. */
  fail: (ctx: Ctx, row: Row) => Promise<unknown>;
  cleanUp: (ctx: Ctx, sweep: { signal: AbortSignal; hasJob: (row: R) => Promise<boolean> }) => Promise<unknown>;
}

/** Each run is an attempt in a child process, fenced to its claim: a crash leaves a complete result or none. */
export function defineWork<
  Id extends string | number,
  R extends { id: Id; lane?: string },
  Row extends R & { attempt: number },
  P extends object,
>(kind: WorkKind<Id, R, Row, P>) {
  const { attempts, payloadOf, fail } = kind;
  const inChild = inChildProcess<Attempt<Id>>(kind.program);

  /** One run of the job. Idempotent; for ended work only `before` and `after`. */
  async function run(ctx: JobCtx, id: Id, runAttempt: RunAttempt<Attempt<Id>> = inChild()): Promise<void> {
    const attempt = await transact(ctx, async ({ trx }) => {
      const begun = await attempts.begin(trx, id);
      if (begun !== null) await kind.onBegin?.(trx, id);
      return begun;
    });
    await kind.before?.(ctx);
    if (attempt !== null) await runAttempt(ctx, { id, attempt });
    await kind.after?.(ctx, id);
  }

  const job = defineJob<P>({
    ...kind.job,
    retry: { limit: ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
    unique: true,
    handler: (ctx, payload) => run(ctx, kind.idOf(payload)),
  });
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

  /** Open work without a job gets a new one, or ends in ERROR after its last attempt. Idempotent. */
  const sweepJob = defineMinuteJob(kind.sweepName, async (ctx) => {
    const { signal } = ctx.job;
    for (const row of await attempts.listOpen(ctx.db)) {
      signal.throwIfAborted();
      if (await hasJob(ctx, row)) continue;
      if (row.attempt >= ATTEMPTS_MAX) await fail(ctx, row);
      else await transact(ctx, (work) => enqueue(work, row));
    }
    await kind.cleanUp(ctx, { signal, hasJob: (row) => hasJob(ctx, row) });
  });

  return {
    run,
    /** In the transaction that inserts the row. */
    enqueue,
    countAhead: (ctx: Pick<Ctx, 'jobs'>, row: R) => ctx.jobs.countAhead(jobOf(row), payloadOf(row)),
    inChildProcess: inChild,
    jobs,
    definitions: [...queues, sweepJob],
  };
}
