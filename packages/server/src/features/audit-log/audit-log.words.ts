import type { AuditEntry, AuditFieldValue } from '@campanero/contract/audit-log/schemas';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';

/** What a record can be about, in the words of the screens. */
const OBJECTS: Record<string, string> = {
  campaign: 'Campaña',
  call: 'Llamado',
  person: 'Persona',
  number: 'Número',
  'block list': 'Lista de bloqueo',
  user: 'Usuario',
  objective: 'Objetivo',
  state: 'Estado',
  substate: 'Subestado',
  action: 'Acción',
  export: 'Exportación',
  data_request: 'Pedido de datos',
  statistics: 'Estadísticas',
  audit: 'Auditoría',
  'calling-rules': 'Reglas de llamado',
  holiday: 'Feriado',
  erasure: 'Borrado de datos',
  retention: 'Conservación de datos',
  queue: 'Cola de trabajos',
};
const ACTIONS: Record<string, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

export function objectInWords(type: string, id: string | null): string {
  const word = OBJECTS[type] ?? 'Registro';
  if (id === null) return word;
  if (type === 'holiday') return `${word} ${formatDate(dayBounds(id).from)}`;
  return `${word} ${type === 'action' ? (ACTIONS[id] ?? id) : id}`;
}

/** Records are written for good: whatever an old one holds must still be shown. */
function plain(value: unknown): AuditFieldValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map((item) => String(plain(item) ?? '')).join(', ') : JSON.stringify(value);
}

const fieldsOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((field) => typeof field === 'object' && field !== null) : [];

export function presentInfo(info: unknown): AuditEntry['info'] {
  const { entries, modifications } = (info ?? {}) as { entries?: unknown; modifications?: unknown };
  return {
    entries: fieldsOf(entries).map((field) => ({
      label: String(field['label']),
      prevValue: plain(field['prevValue']),
    })),
    modifications: fieldsOf(modifications).map((field) => ({
      label: String(field['label']),
      value: plain(field['value']),
    })),
  };
}

const shown = (value: AuditFieldValue) =>
  value === null ? '—' : typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value);

/** The same in one cell of a spreadsheet: what it was before, and what it became. */
export function infoInWords(info: unknown): { before: string; after: string } {
  const { entries, modifications } = presentInfo(info);
  return {
    before: entries.map(({ label, prevValue }) => `${label}: ${shown(prevValue)}`).join('\n'),
    after: modifications.map(({ label, value }) => `${label}: ${shown(value)}`).join('\n'),
  };
}
