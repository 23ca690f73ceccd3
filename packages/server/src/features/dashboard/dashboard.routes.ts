import { dashboard } from '@campanero/contract/dashboard/endpoints';
import type { FastifyInstance } from 'fastify';
import type { DashboardAudience, DashboardOption } from '@campanero/contract/dashboard/schemas';
import { mount } from '../../http/mount.ts';
import type { AudienceName, RemoteAudience } from '../../integrations/orion/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';

/** Both read from the phone dashboard: nothing is written, audited or announced. */
export const dashboardRoutes = (app: FastifyInstance) =>
  mount(app, 'dashboard', dashboard, {
    search: async ({ query }, ctx) => ({ audiences: (await ctx.orion.search(query)).map(presentOption) }),
    detail: async ({ params }, ctx) => presentAudience(await getDashboardAudience(ctx, params.audienceId)),
  });

/** The wire speaks the phone dashboard's own Spanish. */
const presentOption = ({ id, description }: AudienceName): DashboardOption => ({ id, descripcion: description });

const presentAudience = (audience: RemoteAudience): DashboardAudience => ({
  ...presentOption(audience),
  total: audience.total,
  created_at: audience.createdAt.toISOString(),
});

/** An audience by the phone dashboard's id; unknown there is 422, a system that does not answer 503. */
async function getDashboardAudience({ orion }: Pick<Ctx, 'orion'>, audienceId: string) {
  const audience = await orion.find(audienceId);
  if (!audience) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
  return audience;
}
