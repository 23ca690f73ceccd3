import { formatDate } from '@campanero/contract/shared/dates';
import { sql, type Trx } from '../db/index.ts';
import { digestOf, type AuditDetail, type AuditRecord, type AuditRow, type AuditWords } from './audit.ts';

/** The record of a removal is about the audit itself and lists the records whose words were removed. */
const OBJECT_TYPE = 'audit';
const IDS_LABEL = 'Registros sin palabras';

/** "Borrado por el pedido 12 el 17/11/2026" replaces every value. */
const removalMark = (why: string, at: Date): string => `Borrado por ${why} el ${formatDate(at)}`;

// The caller writes the returned record in the same transaction: verification accepts a record without words only if
// such a record lists it (docs/decisions/024).
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
    after: { Acción: `Palabras borradas por ${why}`, [IDS_LABEL]: records.map(({ id }) => id).join(', ') },
  };
}

/** The records that a removal record lists; empty for other records. */
export function idsRemovedBy({ objectType, info }: Pick<AuditRow, 'objectType' | 'info'>): number[] {
  if (objectType !== OBJECT_TYPE) return [];
  const named = (info as AuditDetail).modifications.find(({ label }) => label === IDS_LABEL)?.value;
  return typeof named === 'string' ? named.split(', ').map(Number) : [];
}

/** All values were replaced by one removal mark. */
export function isMarkedOnly(info: unknown): boolean {
  const { entries, modifications } = info as AuditDetail;
  const values = new Set([...entries.map(({ prevValue }) => prevValue), ...modifications.map(({ value }) => value)]);
  const [mark] = values;
  return values.size === 1 && String(mark).startsWith('Borrado por ');
}
