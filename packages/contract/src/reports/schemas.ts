import { z } from 'zod';
import type { Permission } from '../roles.ts';
import { id, idNumber, instant, intBetween, keyOf } from '../shared/paging.ts';

/** Pages whose figures can be received by mail, with the permission of the page. */
export const REPORT_PAGES = {
  campaign: { label: 'Estadísticas de la campaña', access: 'campaign.statistics' },
  global: { label: 'Estadísticas', access: 'statistics' },
  monitor: { label: 'Monitoreo', access: 'monitor' },
} as const satisfies Record<string, { label: string; access: Permission }>;
export type ReportPage = keyof typeof REPORT_PAGES;

export const REPORT_FREQUENCIES = {
  daily: 'Todos los días',
  weekly: 'Una vez por semana',
  end: 'Al cerrar la campaña',
} as const;
export type ReportFrequency = keyof typeof REPORT_FREQUENCIES;

/** As `weekdayOf()` numbers them. */
export const REPORT_WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const;

const page = keyOf(REPORT_PAGES);
const NEEDS_CAMPAIGN = { path: ['campaignId'], message: 'Indique la campaña, solo para las estadísticas de una.' };
const fitsPage = (key: { page: ReportPage; campaignId?: number | null | undefined }) =>
  (key.page === 'campaign') === (typeof key.campaignId === 'number');

export const reportKey = z.object({ page, campaignId: id.optional() }).refine(fitsPage, NEEDS_CAMPAIGN);

const timing = z.object({
  frequency: keyOf(REPORT_FREQUENCIES),
  /** Only for weekly ones; 0 is Sunday. */
  weekday: intBetween(0, 6, 'Elija un día de la semana.').nullable(),
  /** Of the city (UTC-3). */
  hour: intBetween(0, 23, 'Elija una hora entre 0 y 23.'),
  /** Also without calls in the period, and of a closed campaign. */
  isAlways: z.boolean(),
});

export const reportBody = timing
  .extend({ page, campaignId: idNumber.nullable() })
  .refine(fitsPage, NEEDS_CAMPAIGN)
  .refine(({ frequency, weekday }) => (frequency === 'weekly') === (weekday !== null), {
    path: ['weekday'],
    message: 'Elija un día de la semana.',
  })
  .refine(({ frequency, page: of }) => frequency !== 'end' || of === 'campaign', {
    path: ['frequency'],
    message: 'Solo una campaña se cierra.',
  });
export type ReportBody = z.output<typeof reportBody>;

/** The caller's report of a page. */
export const reportSubscription = timing.extend({
  /** When the next one is due, if there is something to say; null: at the campaign's end, or none. */
  nextAt: instant.nullable(),
});
export type ReportSubscription = z.infer<typeof reportSubscription>;
