import { sql, type Trx } from '../db/index.ts';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventName } from '@campanero/contract/events';
import type { JobDefinition } from '../jobs/define-job.ts';
import type { EnqueueOptions } from '../jobs/queue.ts';
import type { ActiveCampaign } from '../realtime/activity.ts';
import type { Announcement } from '../realtime/publish.ts';
import { type AuditChange, type AuditRecord, writeAudit } from './audit.ts';
import type { Actor, Ctx } from './context.ts';
import {
  findStored,
  storeResult,
  takeClaim,
  deserialiseResult,
  wasStoredMeanwhile,
  type Claim,
  type Memory,
} from './idempotency.ts';

export interface Work<A extends Actor | null = Actor> {
  trx: Trx;
  actor: A;
  now: Date;
  /** The mutation's only record, in the same transaction; a second call throws. The change is added to that of the record. */
  audit: (record: AuditRecord, change?: AuditChange) => Promise<void>;
  /** For requests with several changes that are recorded separately. */
  auditEach: (records: readonly AuditRecord[]) => Promise<void>;
  /** The job exists only if this transaction commits. */
  enqueue: <P extends object>(job: JobDefinition<P>, payload: P, options?: EnqueueOptions) => Promise<void>;
  /** After the commit, never after a rollback. A failure is logged; the change stands. */
  afterCommit: <N extends EventName>(effect: Announcement<N> | (() => void | Promise<void>)) => void;
  /** After the commit, notifies viewers of the campaign's figures; `userId`: whose own figures changed too. */
  publishActivity: (campaign: ActiveCampaign, userId?: number) => void;
}

interface TransactOptions<T> {
  /** False: the result is not stored under an Idempotency-Key; a Memory: only part of it (work/idempotency.ts). */
  remember?: false | Memory<T>;
  /** For statements that may exceed the pool's timeout. */
  statementTimeoutMs?: number;
}

const ATTEMPTS = 4;
/** Serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Thrown inside a transaction to roll it back and retry because its own reads were stale. */
export class StaleRead extends Error {}

type Run<C extends Ctx, T> = (work: Work<C['actor']>) => Promise<T>;

/** A conflict with a concurrent transaction. */
export const isRetryable = (error: unknown) =>
  error instanceof StaleRead ||
  (error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '')) ||
  wasStoredMeanwhile(error);

/** Commits together or not at all; events leave after. Retried: `run` has no effects outside the database. */
export function transact<C extends Ctx, T>(ctx: C, run: Run<C, T>): Promise<T>;
export function transact<C extends Ctx, T>(ctx: C, options: TransactOptions<T>, run: Run<C, T>): Promise<T>;
export async function transact<C extends Ctx, T>(
  ctx: C,
  ...rest: [Run<C, T>] | [TransactOptions<T>, Run<C, T>]
): Promise<T> {
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  const claim = options.remember === false ? null : takeClaim(ctx);
  try {
    const { result, effects } = await withRetries(() => attempt(ctx, run, options, claim));
    for (const effect of effects) await publishEffects(ctx, effect);
    return result;
  } catch (error) {
    // The key may be used again, also by this request.
    if (claim) delete ctx.idempotency?.outcome;
    throw error;
  }
}

type Effect = Announcement | (() => void | Promise<void>);

async function attempt<C extends Ctx, T>(ctx: C, run: Run<C, T>, options: TransactOptions<T>, claim: Claim | null) {
  const effects: Effect[] = [];
  const memory = options.remember || undefined;
  const result = await ctx.db.transaction().execute(async (trx) => {
    if (options.statementTimeoutMs !== undefined)
      await sql`select set_config('statement_timeout', ${String(options.statementTimeoutMs)}, true)`.execute(trx);
    const stored = claim && (await findStored(trx, claim));
    if (stored) {
      markOutcome(ctx, 'replayed');
      const answer = deserialiseResult(stored.answer);
      return memory ? memory.recall(trx, answer as never) : (answer as T);
    }
    const now = ctx.clock();
    const made = await run(createWork(ctx, trx, now, effects));
    if (claim) {
      markOutcome(ctx, 'done');
      await storeResult(trx, claim, memory ? memory.remember(made) : made, now);
    }
    await ctx.fence?.(trx);
    return made;
  });
  return { result, effects };
}

const markOutcome = (ctx: Ctx, outcome: 'done' | 'replayed') => {
  if (ctx.idempotency) ctx.idempotency.outcome = outcome;
};

function createWork<C extends Ctx>(ctx: C, trx: Trx, now: Date, effects: Effect[]): Work<C['actor']> {
  let isAudited = false;
  const auditEach = async (records: readonly AuditRecord[]) => {
    if (isAudited) throw new Error('a mutation leaves exactly one audit record; this one wrote a second');
    isAudited = true;
    const origin = { userId: ctx.actor?.id ?? null, at: now, requestId: ctx.requestId };
    for (const record of records) await writeAudit(trx, record, origin);
  };
  return {
    trx,
    actor: ctx.actor,
    now,
    audit: (record, change) => auditEach([{ ...record, ...change, after: { ...record.after, ...change?.after } }]),
    auditEach,
    enqueue: (job, payload, options) => ctx.jobs.enqueue(trx, job, payload, options),
    afterCommit: (effect) => {
      effects.push(effect);
    },
    publishActivity: ({ id, external }, userId) => {
      effects.push(() => ctx.publish.activity({ id, external }, userId));
    },
  };
}

async function publishEffects(ctx: Ctx, effect: Effect): Promise<void> {
  try {
    if (typeof effect === 'function') await effect();
    else ctx.publish.toUsers(effect.to, effect.event, effect.payload);
  } catch (error) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'an effect after the commit failed');
  }
}

async function withRetries<T>(once: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once();
    } catch (error) {
      if (!isRetryable(error) || tries === ATTEMPTS) throw error;
      // Random backoff against a repeated conflict.
      await pause(Math.random() * 20 * 2 ** tries);
    }
  }
}
