import { routesOf } from '../../http/mount.ts';
import { onReplica } from '../../work/on-replica.ts';
import { viewOperatorDetail, viewOperatorsToday } from './view-operators.ts';

export const monitorRoutes = routesOf('monitor', {
  day: ({ query }, ctx) => onReplica(ctx, (replica) => viewOperatorsToday(replica, query.external)),
  detail: ({ params, query }, ctx) => onReplica(ctx, (replica) => viewOperatorDetail(replica, params.id, query)),
});
