import type { AuditEntry, AuditFieldValue } from '@campanero/contract/audit-log/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { dotted } from '../../lib/text/dotted.ts';
import { capitalised } from '../../lib/text/when.ts';

/** Part of a value; `isChanged`: the other side lacks it. */
export interface ValuePart {
  /** Offset in the value: a unique key, since items may repeat. */
  at: number;
  text: string;
  isChanged: boolean;
}
export interface FieldChange {
  label: string;
  /** Empty: no value. */
  before: ValuePart[];
  after: ValuePart[];
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Their numbers are ids. */
const ID_LABELS = ['Persona', 'Pedido', 'Carga'];

export function valueText(value: AuditFieldValue | undefined, label = ''): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && ID_LABELS.includes(label)) return `${label} ${value}`;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value).replace('.', ',');
  return INSTANT.test(value) ? formatDateTime(value) : value.trim();
}

const SEPARATOR = ', ';

/** Splits lists into items and marks those the other side lacks; values without a common item stay whole. */
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

/** Labels that identify the record; they did not change. */
const CONTEXT = ['Persona', 'Número', 'Campaña'];

/** Changed fields first, then those that only existed before. */
export function changesOf({ entries, modifications }: AuditEntry['info']): FieldChange[] {
  const before = new Map(entries.map(({ label, prevValue }) => [label, valueText(prevValue, label)]));
  const changed = modifications.filter(({ label }) => before.has(label) || !CONTEXT.includes(label));
  const after = new Map(changed.map(({ label, value }) => [label, valueText(value, label)]));
  return [...new Set([...before.keys(), ...after.keys()])].map((label) => {
    const old = before.get(label) ?? '';
    const now = after.get(label) ?? '';
    return { label, before: partsOf(old, now), after: partsOf(now, old) };
  });
}

/** Whether a field without an old value says what the title or the list says already. */
export const repeatsTitle = (record: AuditEntry, { before, after }: FieldChange) =>
  before.length === 0 && [labelOf(record), record.object].includes(after.map(({ text }) => text).join(''));

export const isCreation = ({ entries }: AuditEntry['info']) => entries.length === 0;

const plain = (parts: readonly ValuePart[]) => parts.map(({ text }) => text).join('') || 'vacío';

export function recordAsText(record: AuditEntry, when: string): string {
  const lines = changesOf(record.info).map(({ label, before, after }) =>
    isCreation(record.info) ? `${label}: ${plain(after)}` : `${label}: ${plain(before)} → ${plain(after)}`,
  );
  const about = dotted(record.object, labelOf(record), `registro ${record.id}`);
  return [`${record.action} · ${record.subaction}`, about, `${record.userName} · ${when}`, ...lines].join('\n');
}

const recorded = ({ info }: AuditEntry, label: string) =>
  valueText(info.modifications.find((field) => field.label === label)?.value, label);

/** The current name, else as recorded; may be empty. */
export const labelOf = (record: AuditEntry): string =>
  record.objectName ?? (dotted(...CONTEXT.map((label) => recorded(record, label))) || recorded(record, 'Nombre'));

const lowered = (text: string) => text.charAt(0).toLocaleLowerCase('es') + text.slice(1);

/** Without the subject: "Ingreso", "Nombre, fin", "Volver a llamar el 21-11-2026", "Carga de vecinos.csv". */
export function happenedText(record: AuditEntry): string {
  const { action, subaction, object, info } = record;
  const recordedAs = (label: string) => recorded(record, label);
  const done = recordedAs('Acción');
  if (done !== '') {
    const amount = recordedAs('Cantidad');
    return `${done}${amount && ` (${amount})`}`;
  }
  if (subaction === 'CREAR') return `Alta de ${lowered(object.split(' ')[0]!)}`;
  if (subaction === 'ASIGNAR' && recordedAs('Audiencia'))
    return `${recordedAs('Carga') === 'Cancelada' ? 'Carga cancelada' : 'Carga'} de ${recordedAs('Audiencia')}`;
  if (subaction === 'ASIGNAR' && recordedAs('Operador')) return `Asignado a ${recordedAs('Operador')}`;
  if (subaction === 'SEGMENTAR') return splitText(info);
  if (subaction === 'EXPORTAR') return capitalised(`exportar ${lowered(recordedAs('Exportación'))}`.trim());
  if (subaction === 'GENERAR') return 'Actualización de las estadísticas';
  return action === 'CONTACTO' ? outcomeText(record) : capitalised(fieldsText(record, [])) || 'Sin cambios';
}

const fieldsText = ({ info }: AuditEntry, except: readonly string[]) =>
  changesOf(info)
    .filter(({ label }) => !except.includes(label))
    .map(({ label }) => lowered(label.replace(/^Fecha de /, '')))
    .join(', ');

/** For calls: state, callback date and reason instead of field names. */
function outcomeText(record: AuditEntry): string {
  const [state, again, reason] = [
    recorded(record, 'Estado'),
    recorded(record, 'Volver a llamar'),
    recorded(record, 'Motivo'),
  ];
  const outcome = again === '' ? state : `${state || 'Volver a llamar'} el ${again}`;
  const rest = fieldsText(record, ['Estado', 'Volver a llamar', 'Motivo']);
  const all = [outcome, rest].filter(Boolean).join(', ') || 'Sin cambios';
  return capitalised(reason === '' ? all : `corrección: ${all}`);
}

function splitText({ modifications }: AuditEntry['info']): string {
  const shares = modifications.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  if (shares.length === 0) return 'Segmentar';
  const total = shares.reduce((sum, share) => sum + share, 0);
  return `${formatCount(total)} números entre ${formatCounted(shares.length, 'operador', 'operadores')}`;
}

/** The subject of the record, unless already shown in the row. */
export function aboutText(record: AuditEntry): string {
  const name = labelOf(record);
  const isSaid = name === '' || name === record.userName || happenedText(record).includes(name);
  if (!isSaid) return name;
  const address = recorded(record, 'Dirección');
  if (address !== '') return `desde ${address}`;
  return name === record.userName ? '' : record.object;
}

export const OWN_ONLY = 'Su rol ve solo sus propios registros.';

export const recordCount = (total: number, isOwnOnly: boolean) =>
  isOwnOnly ? formatCounted(total, 'registro suyo', 'registros suyos') : formatCounted(total, 'registro', 'registros');

export const changeCount = (changes: number, isCreation: boolean) =>
  isCreation ? formatCounted(changes, 'campo', 'campos') : formatCounted(changes, 'campo cambiado', 'campos cambiados');
