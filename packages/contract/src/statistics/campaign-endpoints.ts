import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';
import { campaignDays, campaignFigures, operatorFigures, ownToday } from './campaign-schemas.ts';

const campaignKey = z.object({ campaignId: id });

/** The figures of one campaign; of a finished one as they were when it closed. */
export const campaignStatistics = {
  campaign: endpoint({
    method: 'GET',
    path: '/statistics/:campaignId',
    summary: 'Las cifras de una campaña; con fechas, los llamados registrados entre ellas',
    access: 'campaign.statistics',
    params: campaignKey,
    query: spanQuery,
    response: campaignFigures,
  }),
  days: endpoint({
    method: 'GET',
    path: '/statistics/:campaignId/days',
    summary: 'Los llamados registrados en una campaña, por día',
    access: 'campaign.statistics',
    params: campaignKey,
    query: spanQuery,
    response: campaignDays,
  }),
  own: endpoint({
    method: 'GET',
    path: '/statistics_operators/:campaignId',
    summary: 'Las cifras propias en una campaña',
    access: 'staff',
    params: campaignKey,
    query: spanQuery,
    response: operatorFigures,
  }),
  ownDays: endpoint({
    method: 'GET',
    path: '/statistics_operators/:campaignId/days',
    summary: 'Los llamados propios en una campaña, por día',
    access: 'staff',
    params: campaignKey,
    query: spanQuery,
    response: campaignDays,
  }),
  ownToday: endpoint({
    method: 'GET',
    path: '/statistics_operators/:campaignId/today',
    summary: 'Los llamados propios de hoy en una campaña, y los que suele haber a esta hora',
    access: 'staff',
    params: campaignKey,
    response: ownToday,
  }),
};
