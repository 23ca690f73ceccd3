import { sql } from 'kysely';
import pg from 'pg';
import type { Trx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { AppError } from './app-error.ts';
import type { Ctx } from './context.ts';

/**
 * Idempotency-Key (rule api/idempotency-key). http/ puts the key and the request's fingerprint into ctx.idempotency; the
 * first transact() of the request does the rest, and neither routes nor use cases know of it:
 *
 * - What `run` returned is stored in the effect's own transaction. The same request again does not run: transact() returns
 *   the stored result, the route presents it as before, and the answer is the same. Nothing after commit happens twice.
 * - The same key with another fingerprint is 422; while the first is still running, 409. A refusal or a crash rolls the
 *   key back with everything else, so no key is ever stuck "in progress".
 *
 * A result that must not rest in the database (a token) or holds more of a person than needed is kept out with
 * `transact(ctx, run, { remember: false })` or reduced to ids with `{ remember, recall }`.
 */
export interface Memory<T> {
  /** What to store of the result: ids rather than people. */
  remember: (result: T) => unknown;
  /** The result again from what was stored, read in the replay's own transaction. */
  recall: (trx: Trx, stored: never) => Promise<T>;
}

export type Claim = { key: string; fingerprint: Buffer; userId: number };

/** The request's key, for the first of its transactions only: that one carries the effect. */
export function takeClaim(ctx: Ctx): Claim | null {
  const given = ctx.idempotency;
  if (!given || given.outcome !== undefined) return null;
  given.outcome = 'running';
  return { key: given.key, fingerprint: given.fingerprint, userId: ctx.actor?.id ?? 0 };
}

/** The stored result of this key, or null when this transaction now holds it and has to run. */
export async function findStored(trx: Trx, { userId, key, fingerprint }: Claim): Promise<{ answer: unknown } | null> {
  // A try-lock: the second request of a double click is refused at once instead of waiting for the first.
  const { rows } = await sql<{ isTaken: boolean; fingerprint: Buffer | null; answer: unknown }>`${prepared}
    select lock.is_taken, stored.fingerprint, stored.answer
    from (select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0)) as is_taken) lock
    left join idempotency_key stored on stored.user_id = ${userId} and stored.key = ${key}`.execute(trx);
  const [found] = rows;
  if (!found?.isTaken) throw new AppError('IDEMPOTENCY_IN_PROGRESS');
  if (!found.fingerprint) return null;
  if (!fingerprint.equals(found.fingerprint)) throw new AppError('IDEMPOTENCY_MISMATCH');
  return { answer: found.answer };
}

export async function storeResult(trx: Trx, claim: Claim, answer: unknown, now: Date): Promise<void> {
  await sql`${prepared}
    insert into idempotency_key (user_id, key, fingerprint, answer, created_at)
    values (${claim.userId}, ${claim.key}, ${claim.fingerprint}, ${freeze(answer)}, ${now})`.execute(trx);
}

/**
 * The snapshot of findStored() is slightly older than its lock: a first request that committed between the two is not seen.
 * Its row then conflicts with ours, our transaction is rolled back, and the next attempt finds it.
 */
export const wasStoredMeanwhile = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'idempotency_key_pkey';

const DATE = '$date';

/** JSON that keeps dates distinct from texts, so that a replayed result has the same types as the first one. */
const freeze = (value: unknown): string =>
  JSON.stringify(value ?? null, function (this: Record<string, unknown>, key, serialised: unknown) {
    // Date.toJSON has run by now; the holder still has the Date itself.
    const original = this[key];
    return original instanceof Date ? { [DATE]: original.toISOString() } : serialised;
  });

export function thaw(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(thaw);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value);
  const [first] = fields;
  if (fields.length === 1 && first?.[0] === DATE) return new Date(String(first[1]));
  return Object.fromEntries(fields.map(([key, inner]) => [key, thaw(inner)]));
}
