import { formatDate } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { Trx } from '../db/client.ts';
import { digestOf, type AuditDetail, type AuditRecord, type AuditRow, type AuditWords } from './audit.ts';

/** Records of a removal are about the audit itself; they name the records that lost their words. */
const OBJECT_TYPE = 'audit';
const NAMES = 'Registros sin palabras';

/** "Borrado por el pedido 12 el 17/11/2026": stands in place of every value. */
const removalMark = (why: string, at: Date): string => `Borrado por ${why} el ${formatDate(at)}`;

/**
 * Removes the words of these records and answers the record of it, which the caller writes in the same transaction: verifying
 * the chain accepts a record without words only if such a record names it (docs/decisions/024).
 */
export async function removeWords(
  trx: Trx,
  records: readonly (AuditWords & { id: number })[],
  { why, at }: { why: string; at: Date },
): Promise<AuditRecord> {
  await sql`select remove_audit_words(${records.map(({ id }) => id)}::bigint[], ${records.map(digestOf)}::bytea[],
    ${removalMark(why, at)}, ${at})`.execute(trx);
  return {
    action: 'CONTACTO',
    subaction: 'ACCIÓN',
    object: { type: OBJECT_TYPE, id: null },
    after: { Acción: `Palabras borradas por ${why}`, [NAMES]: records.map(({ id }) => id).join(', ') },
  };
}

/** The records that a record of a removal names; none if it is of another kind. */
export function removedBy({ objectType, info }: Pick<AuditRow, 'objectType' | 'info'>): number[] {
  if (objectType !== OBJECT_TYPE) return [];
  const named = (info as AuditDetail).modifications.find(({ label }) => label === NAMES)?.value;
  return typeof named === 'string' ? named.split(', ').map(Number) : [];
}

/** Whether nothing but one mark is left of a record's words. */
export function isMarkedOnly(info: unknown): boolean {
  const { entries, modifications } = info as AuditDetail;
  const values = new Set([...entries.map(({ prevValue }) => prevValue), ...modifications.map(({ value }) => value)]);
  const [mark] = values;
  return values.size === 1 && String(mark).startsWith('Borrado por ');
}
