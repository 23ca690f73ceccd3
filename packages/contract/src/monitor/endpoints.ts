import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, idList } from '../shared/paging.ts';
import { spanQuery } from '../shared/span.ts';

/** One number per category, in their order. */
const series = z.object({ name: z.string(), data: z.array(z.number()) });
export type Series = z.infer<typeof series>;

/** Everybody of one side who registered a call today, most calls first. */
export const operatorDay = z.object({
  categories: z.array(z.string()),
  /** Whose they are, in the same order: two people may have the same name. */
  operatorIds: z.array(z.number()),
  /** One for each group of states, and the total at the end. */
  series: z.array(series),
});
export type OperatorDay = z.infer<typeof operatorDay>;

/** Without campaigns: all of them. */
export const operatorDetailQuery = spanQuery.safeExtend({ campaigns: idList.optional() });

export const operatorDetail = z.object({
  /** YYYY-MM-DD. */
  categories: z.array(z.string()),
  /** One for each group of states. */
  series: z.array(series),
  dataValues: z.array(
    z.object({
      date: z.string(),
      callsMade: z.number(),
      /** Percentages of the calls made, with one decimal: those whose state has that action. */
      effectiveness: z.number(),
      contactability: z.number(),
      /** HH:mm of UTC-3. */
      firstCall: z.string(),
      lastCall: z.string(),
    }),
  ),
});
export type OperatorDetail = z.infer<typeof operatorDetail>;

export const monitor = {
  day: endpoint('GET', '/statistics/operator/day', 'monitor', {
    summary: 'Los llamados de hoy por operador y grupo de estados; la última serie es el total',
    /** The side is the operator's: `1` for those whose primary role is an external one. */
    query: z.object({ external: flag.prefault('0') }),
    response: operatorDay,
  }),
  detail: endpoint('GET', '/statistics/operator/:id/detail', 'monitor', {
    summary: 'Los llamados de un operador, día por día',
    query: operatorDetailQuery,
    response: operatorDetail,
  }),
};
