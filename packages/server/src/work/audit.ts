import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction, AuditSubaction } from '@campanero/contract/audit-log/endpoints';
import { prepared, sql, type Trx } from '../db/index.ts';

export type AuditValue = string | number | boolean | null;
/** Spanish label -> value, as the detail dialog shows them. */
export type AuditValues = Readonly<Record<string, AuditValue | Date | undefined>>;

/** What a record is about; features/audit-log/audit-log.words.ts has their Spanish names. */
export type AuditObjectType =
  | 'action'
  | 'audit'
  | 'bi'
  | 'block list'
  | 'call'
  | 'calling-rules'
  | 'campaign'
  | 'data_request'
  | 'erasure'
  | 'event subscription'
  | 'export'
  | 'holiday'
  | 'installation'
  | 'number'
  | 'objective'
  | 'person'
  | 'phone'
  | 'queue'
  | 'report'
  | 'retention'
  | 'spelling'
  | 'state'
  | 'statistics'
  | 'substate'
  | 'survey'
  | 'user';

/** transact() adds user, time and request. */
export interface AuditRecord {
  action: AuditAction;
  subaction: AuditSubaction;
  object: { type: AuditObjectType; id: number | string | null };
  /** `undefined` values are left out. */
  before?: AuditValues;
  after?: AuditValues;
  /** If it is not the request's actor: a user who is signing in, or the one a job works for. */
  userId?: number | null;
}

export type AuditChange = Pick<AuditRecord, 'before' | 'after' | 'userId'>;

export const auditAbout =
  (action: AuditAction, type: AuditObjectType) =>
  (id: number | string | null, subaction: AuditSubaction, change: AuditChange = {}): AuditRecord => ({
    action,
    subaction,
    object: { type, id },
    ...change,
  });

export const userAudit = auditAbout('USUARIO', 'user');
export const campaignAudit = auditAbout('CAMPAÑA', 'campaign');

/** Stored in `info`. */
export interface AuditDetail {
  entries: { label: string; prevValue: AuditValue }[];
  modifications: { label: string; value: AuditValue }[];
}

/** The part of a row that its hash covers. The id is covered by the block that seals the row. */
export interface AuditRow extends AuditWords {
  /** Millisecond precision. */
  at: Date;
  userId: number | null;
  action: string;
  subaction: string;
  objectType: string;
  objectId: string | null;
  requestId: string | null;
}

/** Personal data in a record. The hash covers only their digest, so that they can be removed and the chain still verifies (docs/decisions/024). */
export interface AuditWords {
  info: unknown;
  /** Random: without it the digest of a value with few possibilities could be guessed. */
  salt: Buffer | null;
  /** Kept when the words are removed. Null for records from before salts: their hash covers the words themselves. */
  digest: Buffer | null;
  removedAt: Date | null;
}

const SALT_BYTES = 16;
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

/** Only the values that changed, if both sides are given. */
export function describeChange({ before, after }: Pick<AuditRecord, 'before' | 'after'>): AuditDetail {
  const prior = new Map(known(before));
  const next = new Map(known(after));
  const isSame = (label: string) => prior.has(label) && next.has(label) && prior.get(label) === next.get(label);
  return {
    entries: [...prior].filter(([label]) => !isSame(label)).map(([label, prevValue]) => ({ label, prevValue })),
    modifications: [...next].filter(([label]) => !isSame(label)).map(([label, value]) => ({ label, value })),
  };
}

/** Sorts keys, because jsonb returns them in its own order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
}

export function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Null for records from before salts, whose hash covers the words themselves. */
export function digestOf({ info, salt, digest, removedAt }: AuditWords): Buffer | null {
  if (removedAt) return digest;
  return salt && sha256(salt, JSON.stringify(canonical(info)));
}

/** SHA-256 of the row's content, for every writer of audit rows, including seeds. */
export function hashAuditRow(row: AuditRow): Buffer {
  const { at, userId, action, subaction, info, objectType, objectId, requestId } = row;
  const words = digestOf(row)?.toString('hex') ?? canonical(info);
  const content = [at.toISOString(), userId, action, subaction, words, objectType, objectId, requestId];
  return sha256(JSON.stringify(content));
}

/** In the caller's transaction: if it fails, the operation fails. */
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
