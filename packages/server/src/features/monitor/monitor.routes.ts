import { monitor } from '@campanero/contract/monitor/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { onReplica } from '../../work/on-replica.ts';
import { viewOperatorDetail, viewOperatorsToday } from './view-operators.ts';

export const monitorRoutes = (app: FastifyInstance) =>
  mount(app, 'monitor', monitor, {
    day: ({ query }, ctx) => onReplica(ctx, (there) => viewOperatorsToday(there, query.external)),
    detail: ({ params, query }, ctx) => onReplica(ctx, (there) => viewOperatorDetail(there, params.id, query)),
  });
