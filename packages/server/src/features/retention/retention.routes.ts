import { routesOf } from '../../http/mount.ts';
import {
  changeKept,
  changePeriods,
  changeRetention,
  countDue,
  listKeptCampaigns,
  pauseRetention,
  viewRetention,
} from './view-retention.ts';

export const retentionRoutes = routesOf('retention', {
  view: (_input, ctx) => viewRetention(ctx),
  campaigns: ({ query }, ctx) => listKeptCampaigns(ctx, query),
  due: (_input, ctx) => countDue(ctx),
  change: ({ body }, ctx) => changeRetention(ctx, body),
  pause: ({ body }, ctx) => pauseRetention(ctx, body.isPaused),
  changePeriods: ({ body }, ctx) => changePeriods(ctx, body),
  changeCampaign: ({ params, body }, ctx) => changeKept(ctx, params.id, body),
});
