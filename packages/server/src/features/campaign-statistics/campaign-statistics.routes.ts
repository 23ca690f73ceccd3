import { routesOf } from '../../http/mount.ts';
import { onReplica } from '../../work/on-replica.ts';
import { viewDays, viewOwnDays, viewOwnStatistics, viewOwnToday, viewStatistics } from './view-statistics.ts';

export const campaignStatisticsRoutes = routesOf('campaignStatistics', {
  campaign: ({ params, query }, ctx) => onReplica(ctx, (there) => viewStatistics(there, params.campaignId, query)),
  days: ({ params, query }, ctx) => onReplica(ctx, (there) => viewDays(there, params.campaignId, query)),
  own: ({ params, query }, ctx) => viewOwnStatistics(ctx, params.campaignId, query),
  ownDays: ({ params, query }, ctx) => viewOwnDays(ctx, params.campaignId, query),
  ownToday: ({ params }, ctx) => viewOwnToday(ctx, params.campaignId),
});
