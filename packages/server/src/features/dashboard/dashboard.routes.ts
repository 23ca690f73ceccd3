import { routesOf } from '../../http/mount.ts';
import type { AudienceName } from '../../integrations/orion/port.ts';
import { found } from '../../work/index.ts';

/** Read-only: no audit records or events. The API keeps the field names of the phone dashboard. */
export const dashboardRoutes = routesOf('dashboard', {
  search: async ({ query }, ctx) => ({ audiences: (await ctx.orion.search(query)).map(presentOption) }),
  detail: async ({ params }, ctx) => {
    const audience = found(await ctx.orion.find(params.audienceId), 'DASHBOARD_AUDIENCE_UNKNOWN');
    return { ...presentOption(audience), total: audience.total, created_at: audience.createdAt };
  },
});

const presentOption = ({ id, description }: AudienceName) => ({ id, descripcion: description });
