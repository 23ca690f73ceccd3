import { REPORT_PAGES, REPORT_WEEKDAYS, type ReportPage } from '@campanero/contract/reports/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { auditAbout } from '../../work/index.ts';
import type { ReportPeriod, ReportTiming } from './report-periods.policy.ts';

/** `before`: in the period before; absent where nothing is compared. */
export type ReportFigure = { label: string; count: number; before?: number };

export const reportAudit = auditAbout('ESTADÍSTICA', 'report');

export function describeTiming({ frequency, weekday, hour }: ReportTiming): string {
  const at = `a las ${hour}`;
  if (frequency === 'end') return `al cerrar la campaña, ${at}`;
  return weekday === null ? `todos los días ${at}` : `los ${pluralOf(REPORT_WEEKDAYS[weekday] ?? '')} ${at}`;
}
/** Only these two change: lunes to viernes end in -s. */
const pluralOf = (day: string) => (day.endsWith('s') ? day : `${day}s`);

/** Spanish without sign for no change: "igual". */
function changeOf({ count, before }: ReportFigure): string {
  if (before === undefined) return '';
  const difference = count - before;
  if (difference === 0) return ' (igual que antes)';
  const sign = difference > 0 ? '+' : '−';
  const share = before === 0 ? '' : `, ${sign}${percentOf(Math.abs(difference), before)}`;
  return ` (${sign}${formatCount(Math.abs(difference))}${share})`;
}
const percentOf = (part: number, base: number) => `${((part / base) * 100).toFixed(1).replace('.', ',')} %`;

const PATHS: Record<ReportPage, (campaignId: number | null) => string> = {
  campaign: (id) => `/campaign/stats/${id}`,
  global: () => '/statistics',
  monitor: () => '/monitor/general',
};

interface Report {
  page: ReportPage;
  campaignId: number | null;
  campaignName: string | null;
  timing: ReportTiming;
  period: ReportPeriod | undefined;
  figures: readonly ReportFigure[];
}

function daysOf(period: ReportPeriod | undefined): string {
  if (!period) return 'toda la campaña';
  const { firstDay, lastDay } = period;
  return firstDay === lastDay ? formatDay(lastDay) : `${formatDay(firstDay)} al ${formatDay(lastDay)}`;
}

export function reportMail(
  { page, campaignId, campaignName, timing, period, figures }: Report,
  publicUrl: string,
  stop: string,
) {
  const about = campaignName ?? REPORT_PAGES[page].label;
  const compared =
    period &&
    `Entre paréntesis, el cambio respecto ${timing.frequency === 'weekly' ? 'de los siete días anteriores' : 'del día anterior'}.`;
  const paragraphs = [
    `${about}, ${daysOf(period)}:`,
    figures.map((figure) => `${figure.label}: ${formatCount(figure.count)}${changeOf(figure)}`).join('\n'),
    ...(compared ? [compared] : []),
    'La planilla adjunta tiene el detalle. La página, con las cifras de este momento:',
    `${publicUrl}${PATHS[page](campaignId)}`,
  ];
  const why = `Recibe este informe ${describeTiming(timing)} porque lo pidió.`;
  return {
    subject: `Informe: ${about}, ${daysOf(period)}`,
    paragraphs: [...paragraphs, why, stop],
    /** Without the link, which needs no session. */
    inboxParagraphs: [...paragraphs, `${why} En la página, Recibir por correo lo cambia o lo termina.`],
    fileName: `informe-${page === 'campaign' ? `campana-${campaignId}` : { global: 'estadisticas', monitor: 'monitoreo' }[page]}${period ? `_${formatDay(period.lastDay)}` : ''}.xlsx`,
  };
}
