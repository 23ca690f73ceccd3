import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { campaignStatus } from '../campaigns/status.ts';

const count = z.number();
const month = z.number().int().min(1).max(12);

const campaignTotals = z.object({
  total: count,
  /** The calls of these campaigns: one for each number loaded. */
  calls: z.object({ total: count }),
  /** The outcomes registered in the months that the page shows. */
  operatorCalls: z.object({ total: count }),
  /** Without those that no campaign has. */
  status: z.array(z.object({ name: campaignStatus, count })),
  objectives: z.array(z.object({ name: z.string(), count })),
});
export type CampaignTotals = z.infer<typeof campaignTotals>;

/** Enabled users whose primary role is Operador (internal) or Operador externo (external). */
const operatorTotals = z.object({ total: count });

const bySide = <T extends z.ZodType>(totals: T) => z.object({ general: totals, internal: totals, external: totals });
export const STATISTICS_SIDES = ['general', 'internal', 'external'] as const;
export type StatisticsSide = (typeof STATISTICS_SIDES)[number];

export const globalFigures = z.object({
  campaigns: bySide(campaignTotals),
  operators: bySide(operatorTotals),
  updatedAt: z.iso.datetime(),
  /** Epoch seconds: from then on they may be asked for again. */
  expires: z.number().int(),
});
export type GlobalFigures = z.infer<typeof globalFigures>;

/** One row for each of the last eight months of UTC-3, oldest first, the running one included. */
export const monthlySeries = z.array(
  z.object({
    month,
    year: z.number().int(),
    /** Campaigns whose start date is in that month. */
    internalCampaigns: count,
    externalCampaigns: count,
    /** Calls that loads completed in that month brought. */
    internalCalls: count,
    externalCalls: count,
    internalOperatorCalls: count,
    externalOperatorCalls: count,
  }),
);
export type MonthlySeries = z.infer<typeof monthlySeries>;

/** Percentages of the month's outcomes with one decimal; null for a month without any. */
const rates = z.object({ total: count, contactability: z.number().nullable(), effectiveness: z.number().nullable() });
export type OutcomeRates = z.infer<typeof rates>;

export const monthlyMetrics = z.array(
  rates.extend({ month, year: z.number().int(), internal: rates, external: rates }),
);
export type MonthlyMetrics = z.infer<typeof monthlyMetrics>;

export const globalStatistics = {
  view: endpoint('GET', '/statistics', 'statistics', {
    summary: 'Las cifras de todas las campañas, generales, internas y externas',
    response: globalFigures,
  }),
  refresh: endpoint('POST', '/statistics', 'statistics', {
    summary: 'Pide que las estadísticas se calculen de nuevo',
    response: globalFigures.pick({ expires: true }),
    status: 202,
    errors: ['STATISTICS_LOCKED'],
    audited: false,
  }),
  grouped: endpoint('GET', '/statistics/grouped', 'statistics', {
    summary: 'Campañas, contactos cargados y llamados de los últimos ocho meses',
    response: monthlySeries,
  }),
  metrics: endpoint('GET', '/statistics/metrics', 'statistics', {
    summary: 'Contactabilidad y efectividad de los últimos ocho meses',
    response: monthlyMetrics,
  }),
};
