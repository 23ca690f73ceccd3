import { routesOf } from '../../http/mount.ts';
import { dropFailed, retryFailed } from './failed-jobs.ts';
import { requestStatusCheck, viewStatus } from './view-status.ts';

export const statusRoutes = routesOf('status', {
  view: (_input, ctx) => viewStatus(ctx),
  look: (_input, ctx) => requestStatusCheck(ctx),
  retryFailed: ({ params }, ctx) => retryFailed(ctx, params.name),
  dropFailed: ({ params }, ctx) => dropFailed(ctx, params.name),
});
