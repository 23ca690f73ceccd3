import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction, AuditSubaction } from '@campanero/contract/audit-log/schemas';
import { sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';

export type AuditValue = string | number | boolean | null;
/** Spanish label -> value, as the detail window shows them. */
export type AuditValues = Readonly<Record<string, AuditValue | Date | undefined>>;

/** What a use case did; transact() adds the user, the time and the request. */
export interface AuditRecord {
  action: AuditAction;
  subaction: AuditSubaction;
  object: { type: string; id: number | string | null };
  /** The values before; `undefined` ones are left out. */
  before?: AuditValues;
  /** The values after. */
  after?: AuditValues;
  /** The user, where that is not the request's actor: one who is just signing in, or the one a job works for. */
  userId?: number | null;
}

/** What a record's `info` holds: the values before and the values after. */
export interface AuditDetail {
  entries: { label: string; prevValue: AuditValue }[];
  modifications: { label: string; value: AuditValue }[];
}

/** The part of an audit row that its hash covers. Its id is bound by the block that seals it. */
export interface AuditRow extends AuditWords {
  /** To the millisecond. */
  at: Date;
  userId: number | null;
  action: string;
  subaction: string;
  objectType: string;
  objectId: string | null;
  requestId: string | null;
}

/**
 * What a record says of people, apart from what its hash covers: the hash covers a digest of these words, so that they can be
 * removed and the chain still verifies (docs/decisions/024).
 */
export interface AuditWords {
  info: unknown;
  /** Random, so that words of few possible values cannot be guessed from the digest once they and the salt are gone. */
  salt: Buffer | null;
  /** Kept in place of words that were removed; records of before salts have none, their hash covers the words themselves. */
  digest: Buffer | null;
  removedAt: Date | null;
}

const SALT_BYTES = 16;
/** The words of a new record. */
export const saltWords = (info: AuditDetail): AuditWords & { info: AuditDetail; salt: Buffer } => ({
  info,
  salt: randomBytes(SALT_BYTES),
  digest: null,
  removedAt: null,
});

const known = (values: AuditValues = {}) =>
  Object.entries(values).flatMap(([label, value]): [string, AuditValue][] =>
    value === undefined ? [] : [[label, value instanceof Date ? value.toISOString() : value]],
  );

/** Only what changed, when both sides are given: an unchanged value tells the reader nothing. */
export function describeChange({ before, after }: Pick<AuditRecord, 'before' | 'after'>): AuditDetail {
  const prior = new Map(known(before));
  const next = new Map(known(after));
  const isSame = (label: string) => prior.has(label) && next.has(label) && prior.get(label) === next.get(label);
  return {
    entries: [...prior].filter(([label]) => !isSame(label)).map(([label, prevValue]) => ({ label, prevValue })),
    modifications: [...next].filter(([label]) => !isSame(label)).map(([label, value]) => ({ label, value })),
  };
}

/** One spelling for one value: jsonb gives keys back in its own order, so they are sorted here. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
}

/** What the hash covers of a record's words; null: of before salts, when it covered the words themselves. */
export function digestOf({ info, salt, digest, removedAt }: AuditWords): Buffer | null {
  if (removedAt) return digest;
  return (
    salt &&
    createHash('sha256')
      .update(salt)
      .update(JSON.stringify(canonical(info)))
      .digest()
  );
}

/** SHA-256 of the row's content. Anyone who writes audit rows, seeds too, stores exactly this. */
export function hashAuditRow(row: AuditRow): Buffer {
  const { at, userId, action, subaction, info, objectType, objectId, requestId } = row;
  const words = digestOf(row)?.toString('hex') ?? canonical(info);
  const content = [at.toISOString(), userId, action, subaction, words, objectType, objectId, requestId];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** Writes the record in the caller's transaction: if it cannot be written, the operation fails with it. */
export async function writeAudit(
  trx: Trx,
  record: AuditRecord,
  origin: { userId: number | null; at: Date; requestId: string | null },
): Promise<void> {
  const row = {
    at: origin.at,
    userId: record.userId === undefined ? origin.userId : record.userId,
    action: record.action,
    subaction: record.subaction,
    ...saltWords(describeChange(record)),
    objectType: record.object.type,
    objectId: record.object.id === null ? null : String(record.object.id),
    requestId: origin.requestId,
  };
  await sql`${prepared}
    insert into audit (at, user_id, action, subaction, info, salt, object_type, object_id, request_id, hash)
    values (${row.at}, ${row.userId}, ${row.action}, ${row.subaction}, ${JSON.stringify(row.info)}, ${row.salt},
      ${row.objectType}, ${row.objectId}, ${row.requestId}, ${hashAuditRow(row)})`.execute(trx);
}
