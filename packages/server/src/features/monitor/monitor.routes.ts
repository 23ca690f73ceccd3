import { monitor } from '@campanero/contract/monitor/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { onReplica } from '../../work/on-replica.ts';
import { viewOperatorDetail, viewOperatorsToday } from './view-operators.ts';

export const monitorRoutes = (app: FastifyInstance) =>
  mount(app, 'monitor', monitor, {
    day: ({ query }, ctx) => onReplica(ctx, (replica) => viewOperatorsToday(replica, query.external)),
    detail: ({ params, query }, ctx) => onReplica(ctx, (replica) => viewOperatorDetail(replica, params.id, query)),
  });
