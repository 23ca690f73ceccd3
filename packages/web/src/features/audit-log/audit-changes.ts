import type { AuditEntry, AuditFieldValue } from '@campanero/contract/audit-log/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';

/** A piece of a value; `isChanged` is what the other side does not have. */
export interface ValuePart {
  /** Where it begins in the value: items may repeat, places do not. */
  at: number;
  text: string;
  isChanged: boolean;
}
export interface FieldChange {
  label: string;
  /** Empty: there was nothing. */
  before: ValuePart[];
  after: ValuePart[];
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** A value as the screens show it: dates of UTC-3, Sí and No, counts with their dots. */
export function valueText(value: AuditFieldValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value).replace('.', ',');
  return INSTANT.test(value) ? formatDateTime(value) : value.trim();
}

const SEPARATOR = ', ';

/** The items of a list with those marked that the other side lacks; a value that shares nothing with the other is one piece. */
function partsOf(text: string, other: string): ValuePart[] {
  if (text === '') return [];
  const items = text.split(SEPARATOR);
  const others = new Set(other.split(SEPARATOR));
  const isList = items.length > 1 || others.size > 1;
  if (!isList || !items.some((item) => others.has(item))) return [{ at: 0, text, isChanged: false }];
  let at = 0;
  return items.map((item, place) => {
    const part = { at, text: place < items.length - 1 ? `${item}${SEPARATOR}` : item, isChanged: !others.has(item) };
    at += part.text.length;
    return part;
  });
}

/** Field by field, in the order of the record: what changed first as it was noted, then what only existed before. */
export function changesOf({ entries, modifications }: AuditEntry['info']): FieldChange[] {
  const before = new Map(entries.map(({ label, prevValue }) => [label, valueText(prevValue)]));
  const after = new Map(modifications.map(({ label, value }) => [label, valueText(value)]));
  return [...new Set([...before.keys(), ...after.keys()])].map((label) => {
    const old = before.get(label) ?? '';
    const now = after.get(label) ?? '';
    return { label, before: partsOf(old, now), after: partsOf(now, old) };
  });
}

/** Nothing was there before: only Después is shown (design 8.10). */
export const isCreation = ({ entries }: AuditEntry['info']) => entries.length === 0;

const plain = (parts: readonly ValuePart[]) => parts.map(({ text }) => text).join('') || 'vacío';

/** The record as plain text, for a mail or a ticket. */
export function recordAsText(record: AuditEntry, when: string): string {
  const lines = changesOf(record.info).map(({ label, before, after }) =>
    isCreation(record.info) ? `${label}: ${plain(after)}` : `${label}: ${plain(before)} → ${plain(after)}`,
  );
  const head = [`${record.action} · ${record.subaction}`, `${record.object} · registro ${record.id}`];
  return [...head, `${record.userName} · ${when}`, ...lines].join('\n');
}

const lowered = (text: string) => text.charAt(0).toLocaleLowerCase('es') + text.slice(1);
/** "Fecha de fin" is told as "fin" among other fields. */
const shortLabel = (label: string) => lowered(label.replace(/^Fecha de /, ''));
/** What happened, in one line: "Ingreso", "Campaña 1287: nombre, fin", "Llamado 5123: No contesta, afinidad". */
export function happenedText({ action, subaction, object, info }: AuditEntry): string {
  const told = (label: string) => valueText(info.modifications.find((field) => field.label === label)?.value);
  const done = told('Acción');
  if (done !== '') {
    if (action === 'USUARIO') return done;
    const amount = told('Cantidad');
    return `${object}: ${lowered(done)}${amount && ` (${amount})`}`;
  }
  if (subaction === 'CREAR') return `Alta de ${lowered(object)}${told('Nombre') && `: ${told('Nombre')}`}`;
  if (subaction === 'ASIGNAR' && told('Audiencia')) return `${object}: carga de ${told('Audiencia')}`;
  if (subaction === 'SEGMENTAR') return `${object}: segmentar`;
  if (subaction === 'EXPORTAR') return `${object}: exportar`;
  const fields = changesOf(info).map(({ label, after }) => {
    const value = after.map(({ text }) => text).join('');
    // Of a call, the outcome and the new operator say more than the names of their fields.
    if (action !== 'CONTACTO' || value === '') return shortLabel(label);
    return label === 'Estado' ? value : label === 'Operador' ? `operador ${value}` : shortLabel(label);
  });
  return `${object}: ${fields.join(', ') || 'sin cambios'}`;
}

export const OWN_ONLY = 'Su rol ve solo sus propios registros.';
/** The one filter whose day is not the product's (decisions 2): said where it is chosen. */
export const UTC_DAY = 'Día en hora universal (UTC): va de las 21:00 del día anterior a las 21:00.';

export const recordCount = (total: number, isOwnOnly: boolean) => {
  const records = `${formatCount(total)} ${total === 1 ? 'registro' : 'registros'}`;
  return isOwnOnly ? `${records} ${total === 1 ? 'suyo' : 'suyos'}` : records;
};

export const changeCount = (changes: number, isCreation: boolean) => {
  const fields = changes === 1 ? '1 campo' : `${changes} campos`;
  if (isCreation) return fields;
  return changes === 1 ? `${fields} cambiado` : `${fields} cambiados`;
};
