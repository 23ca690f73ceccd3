import { erasure } from '@campanero/contract/erasure/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { askErasure, viewErasure } from './ask-erasure.ts';

export function erasureRoutes(app: FastifyInstance): void {
  mount(app, 'erasure', erasure, {
    view: ({ params }, ctx) => viewErasure(ctx, params.id),
    ask: ({ params, body }, ctx) => askErasure(ctx, params.id, body),
  });
}
