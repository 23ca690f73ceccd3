import { EXPORT_HOURS, type ExportFormat, type ExportKind } from '@campanero/contract/exports/schemas';
import type { EventName } from '@campanero/contract/events';
import type { NotificationAction } from '@campanero/contract/notifications/schemas';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';

/** What the audit, the bell, the socket and the file call each kind. */
interface KindWords {
  /** «Audiencia», as the audit's detail says it. */
  label: string;
  /** «la audiencia», inside a sentence. */
  thing: string;
  file: string;
  audit: 'CAMPAÑA' | 'ESTADÍSTICA' | 'USUARIO';
  bell: NotificationAction;
  /** Its socket event; the export of the audit has none and only rings the bell. */
  event: EventName | null;
}

export const KINDS: Record<ExportKind, KindWords> = {
  audience: {
    label: 'Audiencia',
    thing: 'la audiencia',
    file: 'audiencia',
    audit: 'CAMPAÑA',
    bell: 'EXPORT AUDIENCE',
    event: 'export audience',
  },
  calls: {
    label: 'Llamados',
    thing: 'los llamados',
    file: 'llamados',
    audit: 'CAMPAÑA',
    bell: 'EXPORT CALLS',
    event: 'export calls',
  },
  statistics: {
    label: 'Estadísticas',
    thing: 'las estadísticas',
    file: 'estadisticas',
    audit: 'ESTADÍSTICA',
    bell: 'EXPORT STATISTICS',
    event: 'export individual statistics',
  },
  operator_statistics: {
    label: 'Estadísticas individuales',
    thing: 'las estadísticas individuales',
    file: 'estadisticas-individuales',
    audit: 'ESTADÍSTICA',
    bell: 'EXPORT STATISTICS',
    event: 'export individual statistics',
  },
  audit: {
    label: 'Auditoría',
    thing: 'los registros de auditoría',
    file: 'auditoria',
    audit: 'USUARIO',
    bell: 'EXPORT AUDIT',
    event: null,
  },
};

interface NamedExport {
  kind: ExportKind;
  format: ExportFormat;
  campaignId: number | null;
  operatorId: number | null;
  createdAt: Date;
}

/** `audiencia-12_16-11-2026.csv`: nothing that a person typed is in it. */
export const fileNameOf = ({ kind, format, campaignId, operatorId, createdAt }: NamedExport): string => {
  const about = campaignId ?? operatorId;
  return `${KINDS[kind].file}${about === null ? '' : `-${about}`}_${formatDate(createdAt)}.${format}`;
};

export const NO_SPACE = 'No hay espacio en el servidor para guardar la exportación. Avise al soporte.';
export const NO_LONGER_ALLOWED = 'Su rol ya no permite esta exportación.';

/**
 * The mail of a finished export: a link to a page that asks who is there, never the file itself, because mailboxes keep
 * attachments for ever.
 */
export function exportMail(
  job: NamedExport & { campaignName: string | null; operatorName: string | null },
  made: { rows: number; expiresAt: Date },
  link: string,
) {
  const { label, thing } = KINDS[job.kind];
  const about = job.campaignName ?? job.operatorName;
  const of = about === null ? '' : ` de ${about}`;
  const rows = `${formatCount(made.rows)} ${made.rows === 1 ? 'fila' : 'filas'}`;
  const done = `La exportación de ${thing}${of} que usted pidió el ${formatDateTime(job.createdAt)} terminó sin errores: ${rows}.`;
  const kept = `El archivo se guarda ${EXPORT_HOURS} horas, hasta el ${formatDateTime(made.expiresAt)}, y después se borra. Si lo necesita más adelante, puede pedirlo de nuevo.`;
  return {
    subject: `La exportación está lista: ${label}${of}`,
    paragraphs: [done, 'Para descargarla, abra este enlace con su usuario:', link, kept],
    /** The Inbox shows the file itself above the text. */
    inboxParagraphs: [done, kept],
  };
}

/** What the audit names: the campaign or the operator it is about, else the export itself. */
export function auditedObject({ kind, id, campaignId, operatorId }: NamedExportKey): {
  type: string;
  id: number | string;
} {
  if (kind === 'operator_statistics' && operatorId !== null) return { type: 'user', id: operatorId };
  return campaignId === null ? { type: 'export', id } : { type: 'campaign', id: campaignId };
}
type NamedExportKey = Pick<NamedExport, 'kind' | 'campaignId' | 'operatorId'> & { id: string };
