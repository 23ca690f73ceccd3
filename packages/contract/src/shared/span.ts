import type { z } from 'zod';
import { instant } from './paging.ts';

/** Desde and Hasta of the statistics: two instants, both included and both optional. */
export const spanFields = { fromdate: instant.optional(), todate: instant.optional() };

export interface Span {
  from?: Date;
  to?: Date;
}

export const spanOf = ({ fromdate, todate }: z.output<z.ZodObject<typeof spanFields>>): Span => ({
  ...(fromdate !== undefined && { from: new Date(fromdate) }),
  ...(todate !== undefined && { to: new Date(todate) }),
});
