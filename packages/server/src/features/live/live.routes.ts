import { live } from '@campanero/contract/live/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { viewLive } from './view-live.ts';

export const liveRoutes = (app: FastifyInstance) =>
  mount(app, 'live', live, { view: ({ query }, ctx) => viewLive(ctx, query.external) });
