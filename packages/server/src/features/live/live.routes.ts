import { routesOf } from '../../http/mount.ts';
import { viewLive } from './view-live.ts';

export const liveRoutes = routesOf('live', { view: ({ query }, ctx) => viewLive(ctx, query.external) });
