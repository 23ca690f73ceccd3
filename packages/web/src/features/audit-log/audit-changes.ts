import type { AuditEntry, AuditFieldValue } from '@campanero/contract/audit-log/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';

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

/** Written beside the changes to say what they are about; none of them changed. */
const CONTEXT = ['Persona', 'Número', 'Campaña'];

/** Field by field, in the order of the record: what changed first as it was noted, then what only existed before. */
export function changesOf({ entries, modifications }: AuditEntry['info']): FieldChange[] {
  const before = new Map(entries.map(({ label, prevValue }) => [label, valueText(prevValue)]));
  const changed = modifications.filter(({ label }) => before.has(label) || !CONTEXT.includes(label));
  const after = new Map(changed.map(({ label, value }) => [label, valueText(value)]));
  return [...new Set([...before.keys(), ...after.keys()])].map((label) => {
    const old = before.get(label) ?? '';
    const now = after.get(label) ?? '';
    return { label, before: partsOf(old, now), after: partsOf(now, old) };
  });
}

/** Nothing was there before: only Después is shown. */
export const isCreation = ({ entries }: AuditEntry['info']) => entries.length === 0;

const plain = (parts: readonly ValuePart[]) => parts.map(({ text }) => text).join('') || 'vacío';

/** The record as plain text, for a mail or a ticket. */
export function recordAsText(record: AuditEntry, when: string): string {
  const lines = changesOf(record.info).map(({ label, before, after }) =>
    isCreation(record.info) ? `${label}: ${plain(after)}` : `${label}: ${plain(before)} → ${plain(after)}`,
  );
  const about = [record.object, labelOf(record), `registro ${record.id}`].filter(Boolean).join(' · ');
  return [`${record.action} · ${record.subaction}`, about, `${record.userName} · ${when}`, ...lines].join('\n');
}

const told = ({ info }: AuditEntry, label: string) =>
  valueText(info.modifications.find((field) => field.label === label)?.value);

/** What a record is about: its name today, else as the record itself tells it; empty where neither does. */
export const labelOf = (record: AuditEntry): string =>
  record.objectName ??
  (CONTEXT.map((label) => told(record, label))
    .filter(Boolean)
    .join(' · ') ||
    told(record, 'Nombre'));

const lowered = (text: string) => text.charAt(0).toLocaleLowerCase('es') + text.slice(1);
const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
/** "Fecha de fin" is told as "fin" among other fields. */
const shortLabel = (label: string) => lowered(label.replace(/^Fecha de /, ''));

/** What happened, without what it happened to: "Ingreso", "Nombre, fin", "Volver a llamar el 21-11-2026", "Carga de vecinos.csv". */
export function happenedText(record: AuditEntry): string {
  const { action, subaction, object, info } = record;
  const tells = (label: string) => told(record, label);
  const done = tells('Acción');
  if (done !== '') {
    const amount = tells('Cantidad');
    return `${done}${amount && ` (${amount})`}`;
  }
  if (subaction === 'CREAR') return `Alta de ${lowered(object.split(' ')[0]!)}`;
  if (subaction === 'ASIGNAR' && tells('Audiencia'))
    return `${tells('Carga') === 'Cancelada' ? 'Carga cancelada' : 'Carga'} de ${tells('Audiencia')}`;
  if (subaction === 'ASIGNAR' && tells('Operador')) return `Asignado a ${tells('Operador')}`;
  if (subaction === 'SEGMENTAR') return splitText(info);
  if (subaction === 'EXPORTAR') return capital(`exportar ${lowered(tells('Exportación'))}`.trim());
  if (subaction === 'GENERAR') return 'Actualización de las estadísticas';
  return action === 'CONTACTO' ? outcomeText(record) : capital(fieldsText(record, [])) || 'Sin cambios';
}

const fieldsText = ({ info }: AuditEntry, except: readonly string[]) =>
  changesOf(info)
    .filter(({ label }) => !except.includes(label))
    .map(({ label }) => shortLabel(label))
    .join(', ');

/** Of a call, the outcome says more than the names of its fields; when to call again belongs to it. */
function outcomeText(record: AuditEntry): string {
  const [state, again, reason] = [told(record, 'Estado'), told(record, 'Volver a llamar'), told(record, 'Motivo')];
  const outcome = again === '' ? state : `${state || 'Volver a llamar'} el ${again}`;
  const rest = fieldsText(record, ['Estado', 'Volver a llamar', 'Motivo']);
  const all = [outcome, rest].filter(Boolean).join(', ') || 'Sin cambios';
  return capital(reason === '' ? all : `corrección: ${all}`);
}

/** Who got how many. */
function splitText({ modifications }: AuditEntry['info']): string {
  const shares = modifications.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  if (shares.length === 0) return 'Segmentar';
  const total = shares.reduce((sum, share) => sum + share, 0);
  return `${formatCount(total)} números entre ${formatCounted(shares.length, 'operador', 'operadores')}`;
}

/** The line under what happened: to whom or to what; nothing that the row says already. */
export function aboutText(record: AuditEntry): string {
  const name = labelOf(record);
  const isSaid = name === '' || name === record.userName || happenedText(record).includes(name);
  if (!isSaid) return name;
  const address = told(record, 'Dirección');
  if (address !== '') return `desde ${address}`;
  return name === record.userName ? '' : record.object;
}

export const OWN_ONLY = 'Su rol ve solo sus propios registros.';

export const recordCount = (total: number, isOwnOnly: boolean) => {
  const records = formatCounted(total, 'registro', 'registros');
  return isOwnOnly ? `${records} ${total === 1 ? 'suyo' : 'suyos'}` : records;
};

export const changeCount = (changes: number, isCreation: boolean) => {
  const fields = changes === 1 ? '1 campo' : `${changes} campos`;
  if (isCreation) return fields;
  return changes === 1 ? `${fields} cambiado` : `${fields} cambiados`;
};
