import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';

const count = z.number().int();

export const operatorFigures = z.object({
  totalCalls: count,
  totalCalled: count,
  totalReCalled: count,
  contacted: count,
  effective: count,
});
export type OperatorFigures = z.output<typeof operatorFigures>;

/** Rule statistics/figures-of-a-campaign. With dates all but `totalCalls` and `pending` count registrations within the span. */
export const campaignFigures = operatorFigures.extend({
  pending: count,
  participate: count,
  takeoverByMail: count,
  takeoverByWhatsapp: count,
  affinity: z.object({ positive: count, neutral: count, negative: count }),
});
export type CampaignFigures = z.output<typeof campaignFigures>;

/** Days with registrations, oldest first. `contactedOnly`: contacted without being effective. */
export const campaignDays = z.array(
  z.object({ date: z.iso.date(), callsMade: count, contacted: count, effective: count, contactedOnly: count }),
);
export type CampaignDay = z.output<typeof campaignDays>[number];

/** Today against what is usual for the caller at this hour in this campaign. */
export const ownToday = z.object({
  at: instant,
  callsMade: count,
  contacted: count,
  /** Averages of own days before today; null without any. */
  usual: z
    .object({
      /** Averaged days: of today's weekday or, without any, the last ones. */
      days: count,
      isSameWeekday: z.boolean(),
      /** Until the hour it is now. */
      callsMade: count,
      contacted: count,
      /** Until the end of those days. */
      wholeDay: count,
    })
    .nullable(),
});
export type OwnToday = z.output<typeof ownToday>;

const campaignKey = z.object({ campaignId: id });

/** The figures of one campaign; of a finished one as they were when it closed. */
export const campaignStatistics = {
  campaign: endpoint('GET', '/statistics/:campaignId', 'campaign.statistics', {
    summary: 'Las cifras de una campaña; con fechas, los llamados registrados entre ellas',
    params: campaignKey,
    query: spanQuery,
    response: campaignFigures,
  }),
  days: endpoint('GET', '/statistics/:campaignId/days', 'campaign.statistics', {
    summary: 'Los llamados registrados en una campaña, por día',
    params: campaignKey,
    query: spanQuery,
    response: campaignDays,
  }),
  own: endpoint('GET', '/statistics_operators/:campaignId', 'staff', {
    summary: 'Las cifras propias en una campaña',
    params: campaignKey,
    query: spanQuery,
    response: operatorFigures,
  }),
  ownDays: endpoint('GET', '/statistics_operators/:campaignId/days', 'staff', {
    summary: 'Los llamados propios en una campaña, por día',
    params: campaignKey,
    query: spanQuery,
    response: campaignDays,
  }),
  ownToday: endpoint('GET', '/statistics_operators/:campaignId/today', 'staff', {
    summary: 'Los llamados propios de hoy en una campaña, y los que suele haber a esta hora',
    params: campaignKey,
    response: ownToday,
  }),
};
