import { z } from 'zod';
import { sentInstant } from './paging.ts';

const TOO_FAR = 'Ingrese una fecha entre los años 2000 y 2100.';
const isReasonable = (value: string) => value >= '2000' && value < '2100';
const limit = sentInstant().refine(isReasonable, TOO_FAR).optional();

/** As ISO instants, end exclusive; a missing end is open. */
export const spanQuery = z
  .object({ fromdate: limit, todate: limit })
  .refine(({ fromdate, todate }) => !fromdate || !todate || Date.parse(fromdate) <= Date.parse(todate), {
    path: ['todate'],
    message: 'La fecha Hasta debe ser posterior a la fecha Desde.',
  });
export type SpanQuery = z.output<typeof spanQuery>;

export type Span = { from?: Date; to?: Date };
export const readSpan = ({ fromdate, todate }: SpanQuery): Span => ({
  from: fromdate ? new Date(fromdate) : undefined,
  to: todate ? new Date(todate) : undefined,
});
