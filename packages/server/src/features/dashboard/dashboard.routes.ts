import { dashboard } from '@campanero/contract/dashboard/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { presentAudience, presentOption } from './dashboard.present.ts';
import { getDashboardAudience } from './get-audience.ts';

/** Both read from the phone dashboard: nothing is written, audited or announced. */
export const dashboardRoutes = (app: FastifyInstance) =>
  mount(app, 'dashboard', dashboard, {
    search: async ({ query }, ctx) => ({ audiences: (await ctx.orion.search(query)).map(presentOption) }),
    detail: async ({ params }, ctx) => presentAudience(await getDashboardAudience(ctx, params.audienceId)),
  });
