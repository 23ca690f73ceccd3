import { dashboard } from '@campanero/contract/dashboard/endpoints';
import type { FastifyInstance } from 'fastify';
import type { DashboardAudience, DashboardOption } from '@campanero/contract/dashboard/schemas';
import { mount } from '../../http/mount.ts';
import type { AudienceName, RemoteAudience } from '../../integrations/orion/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';

/** Read-only: no audit records or events. */
export const dashboardRoutes = (app: FastifyInstance) =>
  mount(app, 'dashboard', dashboard, {
    search: async ({ query }, ctx) => ({ audiences: (await ctx.orion.search(query)).map(presentOption) }),
    detail: async ({ params }, ctx) => presentAudience(await getDashboardAudience(ctx, params.audienceId)),
  });

/** The API keeps the field names of the phone dashboard. */
const presentOption = ({ id, description }: AudienceName): DashboardOption => ({ id, descripcion: description });

const presentAudience = (audience: RemoteAudience): DashboardAudience => ({
  ...presentOption(audience),
  total: audience.total,
  created_at: audience.createdAt.toISOString(),
});

async function getDashboardAudience({ orion }: Pick<Ctx, 'orion'>, audienceId: string) {
  const audience = await orion.find(audienceId);
  if (!audience) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
  return audience;
}
