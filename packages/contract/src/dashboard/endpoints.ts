import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dashboardAudience, dashboardOption, dashboardSearch } from './schemas.ts';
import { rawText } from '../shared/text-schema.ts';

export const dashboard = {
  search: endpoint('GET', '/audience', 'audience.load', {
    summary: 'Busca audiencias del dashboard telefónico por fecha y descripción',
    query: dashboardSearch,
    response: z.object({ audiences: z.array(dashboardOption) }),
    errors: ['DASHBOARD_UNAVAILABLE'],
  }),
  detail: endpoint('GET', '/audience/:audienceId', 'audience.load', {
    summary: 'Una audiencia del dashboard telefónico',
    params: z.object({ audienceId: rawText(100).min(1) }),
    response: dashboardAudience,
    errors: ['DASHBOARD_AUDIENCE_UNKNOWN', 'DASHBOARD_UNAVAILABLE'],
  }),
};
