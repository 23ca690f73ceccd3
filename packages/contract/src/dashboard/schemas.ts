import { z } from 'zod';
import { day, instant } from '../shared/paging.ts';
import { text } from '../shared/text-schema.ts';

/** The field names are the phone dashboard's own. */
export const dashboardOption = z.object({ id: z.string(), descripcion: z.string() });
export const dashboardAudience = dashboardOption.extend({ total: z.number(), created_at: instant });
export type DashboardAudience = z.infer<typeof dashboardAudience>;

/** By day, by words or by both; empty text finds nothing. */
export const dashboardSearch = z.object({ date: day.optional(), description: text(200).optional() });
export type DashboardSearch = z.infer<typeof dashboardSearch>;
