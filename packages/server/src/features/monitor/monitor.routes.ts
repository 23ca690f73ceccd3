import { monitor } from '@campanero/contract/monitor/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { viewOperatorDetail, viewOperatorsToday } from './view-operators.ts';

export const monitorRoutes = (app: FastifyInstance) =>
  mount(app, 'monitor', monitor, {
    day: ({ query }, ctx) => viewOperatorsToday(ctx, query.external),
    detail: ({ params, query }, ctx) => viewOperatorDetail(ctx, params.id, query),
  });
