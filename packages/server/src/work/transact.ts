import { sql } from 'kysely';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventName } from '@campanero/contract/events';
import type { Trx } from '../db/client.ts';
import type { JobDefinition } from '../jobs/define-job.ts';
import type { EnqueueOptions } from '../jobs/queue.ts';
import type { ActiveCampaign } from '../realtime/activity.ts';
import type { Announcement } from '../realtime/publish.ts';
import { writeAudit, type AuditRecord } from './audit.ts';
import type { Actor, Ctx } from './context.ts';
import {
  findStored,
  storeResult,
  takeClaim,
  thaw,
  wasStoredMeanwhile,
  type Claim,
  type Memory,
} from './idempotency.ts';

/** All that a use case may use inside its transaction; there is no other handle to the database. */
export interface Work<A extends Actor | null = Actor> {
  trx: Trx;
  actor: A;
  now: Date;
  /** The mutation's one record, in the same transaction; a second call is a mistake and throws. */
  audit: (record: AuditRecord) => Promise<void>;
  /** Instead of it where one request changes several things that are recorded each by itself. */
  auditEach: (records: readonly AuditRecord[]) => Promise<void>;
  /** The job exists only if this transaction commits. */
  enqueue: <P extends object>(job: JobDefinition<P>, payload: P, options?: EnqueueOptions) => Promise<void>;
  /** Happens only after the commit, never after a rollback. A failure there is logged: the change itself stands. */
  afterCommit: <N extends EventName>(effect: Announcement<N> | (() => void | Promise<void>)) => void;
  /** After the commit, those who see the campaign's figures learn that they changed; `userId`: whose own figures changed too. */
  publishActivity: (campaign: ActiveCampaign, userId?: number) => void;
}

interface TransactOptions<T> {
  /** False: this result is never stored under an Idempotency-Key; a Memory: only what it says (work/idempotency.ts). */
  remember?: false | Memory<T>;
  /** For the few statements that may take longer than the pool's limit. */
  statementTimeoutMs?: number;
}

const ATTEMPTS = 4;
/** Serialization failure and deadlock: PostgreSQL ended one of two transactions, which may simply run again. */
const COLLISIONS = new Set(['40001', '40P01']);

/** Thrown inside a transaction whose own reads turned out to be outdated: roll back and run it again from the start. */
export class OutdatedRead extends Error {}

/** Running the transaction again may succeed: another one changed the same rows at the same moment. */
export const isCollision = (error: unknown) =>
  error instanceof OutdatedRead ||
  (error instanceof pg.DatabaseError && COLLISIONS.has(error.code ?? '')) ||
  wasStoredMeanwhile(error);

/**
 * One change, one transaction: rows, audit record, jobs and the idempotency key commit together or not at all; events leave
 * after. Run again on a collision, which is safe because nothing outside the database has happened by then: `run` itself
 * must have no other effects.
 */
export async function transact<C extends Ctx, T>(
  ctx: C,
  run: (work: Work<C['actor']>) => Promise<T>,
  options: TransactOptions<T> = {},
): Promise<T> {
  const claim = options.remember === false ? null : takeClaim(ctx);
  try {
    const { result, effects } = await withRetries(() => attempt(ctx, run, options, claim));
    for (const effect of effects) await publishEffects(ctx, effect);
    return result;
  } catch (error) {
    // The request failed, so its key may be used again, by this request too.
    if (claim) delete ctx.idempotency?.outcome;
    throw error;
  }
}

type Effect = Announcement | (() => void | Promise<void>);

async function attempt<C extends Ctx, T>(
  ctx: C,
  run: (work: Work<C['actor']>) => Promise<T>,
  options: TransactOptions<T>,
  claim: Claim | null,
): Promise<{ result: T; effects: Effect[] }> {
  const effects: Effect[] = [];
  const memory = options.remember || undefined;
  const result = await begin(ctx, options, async (trx) => {
    const stored = claim && (await findStored(trx, claim));
    if (stored) {
      markOutcome(ctx, 'replayed');
      const answer = thaw(stored.answer);
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

function begin<T>(ctx: Ctx, options: TransactOptions<T>, inside: (trx: Trx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    if (options.statementTimeoutMs !== undefined)
      await sql`select set_config('statement_timeout', ${String(options.statementTimeoutMs)}, true)`.execute(trx);
    return inside(trx);
  });
}

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
    audit: (record) => auditEach([record]),
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
      if (!isCollision(error) || tries === ATTEMPTS) throw error;
      // A random pause, so that it does not collide with the same transaction again.
      await pause(Math.random() * 20 * 2 ** tries);
    }
  }
}
