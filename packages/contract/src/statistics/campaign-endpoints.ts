import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';
import { campaignDays, campaignFigures, operatorFigures, ownToday } from './campaign-schemas.ts';

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
