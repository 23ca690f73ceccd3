import { routesOf } from '../../http/mount.ts';
import { requestStatistics, viewGlobalStatistics } from './refresh-statistics.ts';

const epochSeconds = (when: Date) => Math.ceil(when.getTime() / 1000);

export const globalStatisticsRoutes = routesOf('globalStatistics', {
  view: async (_input, ctx) => {
    const { content, computedAt, expiresAt } = await viewGlobalStatistics(ctx);
    return { ...content.totals, updatedAt: computedAt.toISOString(), expires: epochSeconds(expiresAt) };
  },
  refresh: async (_input, ctx) => ({ expires: epochSeconds((await requestStatistics(ctx)).expiresAt) }),
  grouped: async (_input, ctx) => (await viewGlobalStatistics(ctx)).content.series,
  metrics: async (_input, ctx) => (await viewGlobalStatistics(ctx)).content.metrics,
});
