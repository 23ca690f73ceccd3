import type { AuditEntry, AuditFieldValue } from '@campanero/contract/audit-log/endpoints';
import { dayBounds, formatDate } from '@campanero/contract/shared/dates';
import type { AuditObjectType } from '../../work/audit.ts';

const OBJECTS: Record<AuditObjectType, string> = {
  campaign: 'Campaña',
  call: 'Llamado',
  person: 'Persona',
  number: 'Número',
  'block list': 'Lista de bloqueo',
  user: 'Usuario',
  objective: 'Objetivo',
  state: 'Estado',
  substate: 'Subestado',
  survey: 'Relevamiento',
  action: 'Acción',
  export: 'Exportación',
  data_request: 'Pedido de datos',
  statistics: 'Estadísticas',
  bi: 'Cifras para BI',
  report: 'Informe por correo',
  audit: 'Auditoría',
  'event subscription': 'Suscripción',
  installation: 'Instalación',
  spelling: 'Lugar recordado',
  'calling-rules': 'Reglas de llamado',
  holiday: 'Feriado',
  erasure: 'Borrado de datos',
  phone: 'Marcado',
  retention: 'Conservación de datos',
  queue: 'Cola de trabajos',
};
const ACTIONS: Record<string, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

export function formatObject(type: string, id: string | null): string {
  const label = (OBJECTS as Partial<Record<string, string>>)[type] ?? 'Registro';
  if (id === null) return label;
  if (type === 'holiday') return `${label} ${formatDate(dayBounds(id).from)}`;
  return `${label} ${type === 'action' ? (ACTIONS[id] ?? id) : id}`;
}

/** Accepts any value: records never change, and old ones may have another shape. */
function toFieldValue(value: unknown): AuditFieldValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value)
    ? value.map((item) => String(toFieldValue(item) ?? '')).join(', ')
    : JSON.stringify(value);
}

const fieldsOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((field) => typeof field === 'object' && field !== null) : [];

const labelled = <K extends 'prevValue' | 'value'>(list: unknown, key: K) =>
  fieldsOf(list).map(
    (field) =>
      ({ label: String(field['label']), [key]: toFieldValue(field[key]) }) as { label: string } & Record<
        K,
        AuditFieldValue
      >,
  );

export function presentInfo(info: unknown): AuditEntry['info'] {
  const { entries, modifications } = (info ?? {}) as { entries?: unknown; modifications?: unknown };
  return { entries: labelled(entries, 'prevValue'), modifications: labelled(modifications, 'value') };
}

const formatValue = (value: AuditFieldValue) =>
  value === null ? '—' : typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value);

/** One spreadsheet cell each for the values before and after. */
export function formatInfo(info: unknown): { before: string; after: string } {
  const { entries, modifications } = presentInfo(info);
  return {
    before: entries.map(({ label, prevValue }) => `${label}: ${formatValue(prevValue)}`).join('\n'),
    after: modifications.map(({ label, value }) => `${label}: ${formatValue(value)}`).join('\n'),
  };
}
