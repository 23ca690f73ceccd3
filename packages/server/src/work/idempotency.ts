import { prepared, sql, type Trx } from '../db/index.ts';
import pg from 'pg';
import { AppError } from './app-error.ts';
import type { Ctx } from './context.ts';

// Idempotency-Key (rule api/idempotency-key). The first transact() of a request stores the result of `run` in its transaction;
// a repeated request does not run but gets it. Another fingerprint is 422; while the first request runs, 409. Results that must
// not be stored (a token) use `{ remember: false }`, those with personal data are reduced to ids with `{ remember, recall }`.
export interface Memory<T> {
  /** The part of the result to store: ids rather than people. */
  remember: (result: T) => unknown;
  /** Rebuilds the result, in the replay's own transaction. */
  recall: (trx: Trx, stored: never) => Promise<T>;
}

export type Claim = { key: string; fingerprint: Buffer; userId: number };

/** Only for the first transaction of a request, which carries the effect. */
export function takeClaim(ctx: Ctx): Claim | null {
  const given = ctx.idempotency;
  if (!given || given.outcome !== undefined) return null;
  given.outcome = 'running';
  return { key: given.key, fingerprint: given.fingerprint, userId: ctx.actor?.id ?? 0 };
}

/** Null: this transaction holds the key and must run. */
export async function findStored(trx: Trx, { userId, key, fingerprint }: Claim): Promise<{ answer: unknown } | null> {
  // A try-lock: the second request of a double click is refused instead of waiting.
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
    values (${claim.userId}, ${claim.key}, ${claim.fingerprint}, ${serialiseResult(answer)}, ${now})`.execute(trx);
}

// The snapshot of findStored() is slightly older than its lock, so it may miss a request that committed in between.
// Then our insert conflicts, the transaction rolls back, and the retry finds the row.
export const wasStoredMeanwhile = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'idempotency_key_pkey';

const DATE = '$date';

/** JSON that distinguishes dates from strings, so that a replayed result has the same types. */
const serialiseResult = (value: unknown): string =>
  JSON.stringify(value ?? null, function (this: Record<string, unknown>, key, serialised: unknown) {
    // Date.toJSON has run by now; the holder still has the Date itself.
    const original = this[key];
    return original instanceof Date ? { [DATE]: original.toISOString() } : serialised;
  });

export function deserialiseResult(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deserialiseResult);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value);
  const [first] = fields;
  if (fields.length === 1 && first?.[0] === DATE) return new Date(String(first[1]));
  return Object.fromEntries(fields.map(([key, inner]) => [key, deserialiseResult(inner)]));
}
