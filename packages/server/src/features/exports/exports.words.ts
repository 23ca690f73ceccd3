import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
import { EXPORT_HOURS, type ExportFormat } from '@campanero/contract/exports/schemas';
import { formatDate, formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import type { AuditRecord, AuditValues } from '../../work/index.ts';

export interface NamedExport {
  kind: ExportKind;
  format: ExportFormat;
  campaignId: number | null;
  operatorId: number | null;
  filters: unknown;
  createdAt: Date;
}

/** The person of a personal data report; null for other kinds. */
export const personOf = ({ kind, filters }: Pick<NamedExport, 'kind' | 'filters'>): number | null =>
  kind === 'personal_data' ? (filters as { personId: number }).personId : null;

/** `audiencia-12_16-11-2026.csv`: contains no user input. */
export const fileNameOf = (job: NamedExport): string => {
  const { kind, format, campaignId, operatorId, createdAt } = job;
  const about = campaignId ?? operatorId ?? personOf(job);
  return `${EXPORT_KINDS[kind].file}${about === null ? '' : `-${about}`}_${formatDate(createdAt)}.${format}`;
};

export const NO_SPACE_FOR_EXPORT = 'No hay espacio en el servidor para guardar la exportación. Avise al soporte.';
export const TOO_LARGE =
  'La exportación tendría más de 5 GB, lo máximo que se puede guardar en un archivo. Pida menos filas: con un filtro o por partes.';
export const NO_LONGER_ALLOWED = 'Su rol ya no permite esta exportación.';

/** Mail of a finished export: links to a page that needs a session, without attachment, since mailboxes keep those. */
export function exportMail(
  job: NamedExport & { id: string; campaignName: string | null; operatorName: string | null },
  made: { rows: number; expiresAt: Date },
  publicUrl: string,
) {
  const { label, thing } = EXPORT_KINDS[job.kind];
  const about = job.campaignName ?? job.operatorName;
  const of = about === null ? '' : ` de ${about}`;
  const whose = `de ${thing}`.replace(/^de el /, 'del ');
  const rows = formatCounted(made.rows, 'fila', 'filas');
  const done = `La exportación ${whose}${of} que usted pidió el ${formatDateTime(job.createdAt)} terminó sin errores: ${rows}.`;
  const kept = `El archivo se guarda ${EXPORT_HOURS} horas, hasta el ${formatDateTime(made.expiresAt)}, y después se borra. Si lo necesita más adelante, puede pedirlo de nuevo.`;
  const campaign = job.campaignId === null ? [] : ['La campaña:', `${publicUrl}/campaign/${job.campaignId}`];
  return {
    subject: `La exportación está lista: ${label}${of}`,
    paragraphs: [
      done,
      'Para descargarla, abra este enlace con su usuario:',
      `${publicUrl}/export/${job.id}`,
      kept,
      ...campaign,
    ],
    /** The inbox shows the file above the text. */
    inboxParagraphs: [done, kept, ...campaign],
  };
}

type AuditedExport = Pick<NamedExport, 'kind' | 'filters' | 'campaignId' | 'operatorId'> & { id: string };

/** The audited object: campaign, operator or person, else the export itself. */
function auditedObject(job: AuditedExport): AuditRecord['object'] {
  const { id, campaignId, operatorId } = job;
  if (operatorId !== null) return { type: 'user', id: operatorId };
  const personId = personOf(job);
  if (personId !== null) return { type: 'person', id: personId };
  return campaignId === null ? { type: 'export', id } : { type: 'campaign', id: campaignId };
}

export const exportAudit = (
  job: AuditedExport & { campaignName?: string | null | undefined },
  action: string,
  facts: AuditValues = {},
): AuditRecord => ({
  action: EXPORT_KINDS[job.kind].audit,
  subaction: 'EXPORTAR',
  object: auditedObject(job),
  after: {
    Acción: action,
    Exportación: EXPORT_KINDS[job.kind].label,
    Campaña: job.campaignName ?? undefined,
    ...facts,
  },
});
