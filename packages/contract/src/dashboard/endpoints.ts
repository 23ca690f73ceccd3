import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rawText, text } from '../shared/text-schema.ts';
import { day, instant } from '../shared/paging.ts';

/** The field names are the phone dashboard's own. */
export const dashboardOption = z.object({ id: z.string(), descripcion: z.string() });
export const dashboardAudience = dashboardOption.extend({ total: z.number(), created_at: instant });
export type DashboardAudience = z.infer<typeof dashboardAudience>;

/** By day, by words or by both; empty text finds nothing. */
export const dashboardSearch = z.object({ date: day.optional(), description: text(200).optional() });
export type DashboardSearch = z.infer<typeof dashboardSearch>;

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
