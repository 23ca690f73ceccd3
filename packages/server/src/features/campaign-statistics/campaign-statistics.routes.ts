import { campaignStatistics } from '@campanero/contract/statistics/campaign-endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { viewDays, viewOwnStatistics, viewStatistics } from './view-statistics.ts';

export const campaignStatisticsRoutes = (app: FastifyInstance) =>
  mount(app, 'campaignStatistics', campaignStatistics, {
    campaign: ({ params, query }, ctx) => viewStatistics(ctx, params.campaignId, query),
    days: ({ params, query }, ctx) => viewDays(ctx, params.campaignId, query),
    own: ({ params, query }, ctx) => viewOwnStatistics(ctx, params.campaignId, query),
  });
