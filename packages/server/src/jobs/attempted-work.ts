import type { Db, Trx } from '../db/client.ts';
import type { Attempt } from '../work/attempts.ts';
import type { Ctx } from '../work/context.ts';
import { transact } from '../work/transact.ts';
import { type ChildKind, inChildProcess, type RunAttempt } from './child-task.ts';
import type { JobCtx, JobDefinition } from './define-job.ts';
import { defineSweptWork, type SweptKind } from './swept-work.ts';

export const ATTEMPTS_MAX = 9;

interface WorkKind<Id, R, Row, P extends object> extends Pick<
  SweptKind<R, Row, P>,
  'hasLanes' | 'payloadOf' | 'sweepName' | 'cleanUp'
> {
  attempts: { begin(trx: Trx, id: Id): Promise<number | null>; listOpen(db: Db): Promise<Row[]> };
  job: Pick<JobDefinition<P>, 'name' | 'payload' | 'expireSeconds' | 'concurrency'>;
  idOf: (payload: P) => Id;
  program: ChildKind;
  /** In the transaction that begins an attempt. */
  onBegin?: (trx: Trx, id: Id) => Promise<unknown>;
  /** Also for ended work. */
  before?: (ctx: JobCtx) => Promise<unknown>;
  after?: (ctx: JobCtx, id: Id) => Promise<unknown>;
  /** Ends work whose attempts are used up, in ERROR. */
  fail: (ctx: Ctx, row: Row) => Promise<unknown>;
}

/** Each run is an attempt in a child process, fenced to its claim: a crash leaves a complete result or none. */
export function defineWork<
  Id extends string | number,
  R extends { id: Id; lane?: string },
  Row extends R & { attempt: number },
  P extends object,
>({ attempts, job, idOf, program, onBegin, before, after, fail, ...kind }: WorkKind<Id, R, Row, P>) {
  const inChild = inChildProcess<Attempt<Id>>(program);

  /** One run of the job. Idempotent; for ended work only `before` and `after`. */
  async function run(ctx: JobCtx, id: Id, runAttempt: RunAttempt<Attempt<Id>> = inChild()): Promise<void> {
    const attempt = await transact(ctx, async ({ trx }) => {
      const begun = await attempts.begin(trx, id);
      if (begun !== null) await onBegin?.(trx, id);
      return begun;
    });
    await before?.(ctx);
    if (attempt !== null) await runAttempt(ctx, { id, attempt });
    await after?.(ctx, id);
  }

  const swept = defineSweptWork<R, Row, P>({
    ...kind,
    job: {
      ...job,
      retry: { limit: ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
      handler: (ctx, payload) => run(ctx, idOf(payload)),
    },
    listOpen: (db) => attempts.listOpen(db),
    giveUp: { isDue: ({ attempt }) => attempt >= ATTEMPTS_MAX, fail },
  });
  return { ...swept, run, inChildProcess: inChild };
}
