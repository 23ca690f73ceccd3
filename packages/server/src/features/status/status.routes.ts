import { status } from '@campanero/contract/status/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { dropFailed, retryFailed } from './failed-jobs.ts';
import { requestStatusCheck, viewStatus } from './view-status.ts';

export function statusRoutes(app: FastifyInstance): void {
  mount(app, 'status', status, {
    view: (_input, ctx) => viewStatus(ctx),
    look: (_input, ctx) => requestStatusCheck(ctx),
    retryFailed: ({ params }, ctx) => retryFailed(ctx, params.name),
    dropFailed: ({ params }, ctx) => dropFailed(ctx, params.name),
  });
}
