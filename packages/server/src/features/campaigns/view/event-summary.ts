import type { AuditDetail, AuditValue } from '../../../work/audit.ts';

const STATUS_TEXTS: Record<string, string> = {
  PAUSADA: 'Pausó la campaña',
  FINALIZANDO: 'Finalizó la campaña',
  REVISANDO: 'La campaña llegó a su fecha de fin',
  'EN CURSO': 'La campaña comenzó',
};

const UNCHANGED = 'Guardó la campaña sin cambios';

const list = (labels: readonly string[]) =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} y ${labels.at(-1)}`;
const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** One line of the campaign's history for an audit record. */
export function summariseEvent(subaction: string, { entries, modifications }: AuditDetail): string {
  const valueOf = (label: string) => modifications.find((entry) => entry.label === label)?.value;
  switch (subaction) {
    case 'CREAR':
      return 'Creó la campaña';
    case 'ASIGNAR':
      return `Cargó la audiencia${valueOf('Audiencia') ? ` «${String(valueOf('Audiencia'))}»` : ''}`;
    case 'SEGMENTAR':
      return 'Segmentó la audiencia';
    case 'EXPORTAR':
      return 'Pidió una exportación';
    case 'ACCIÓN':
      return summariseMove(entries, valueOf('Estado'));
    default:
      return summariseEdit(entries, modifications);
  }
}

function summariseMove(entries: AuditDetail['entries'], to: AuditValue | undefined): string {
  if (typeof to !== 'string') return UNCHANGED;
  const from = entries.find(({ label }) => label === 'Estado')?.prevValue;
  if (from === 'PAUSADA' && (to === 'EN CURSO' || to === 'AUDIENCIA PROCESADA')) return 'Reanudó la campaña';
  return STATUS_TEXTS[to] ?? 'Cambió el estado de la campaña';
}

function summariseEdit(entries: AuditDetail['entries'], modifications: AuditDetail['modifications']): string {
  const labels = [...new Set([...entries, ...modifications].map(({ label }) => lower(label)))];
  return labels.length === 0 ? UNCHANGED : `Cambió ${list(labels)}`;
}
