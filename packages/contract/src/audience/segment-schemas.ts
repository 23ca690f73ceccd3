import { z } from 'zod';
import { idList, idNumber, instant, named } from '../shared/paging.ts';
import { audienceFilterFields } from './filters.ts';
import { SPLITS } from './split.ts';
import { list } from '../shared/text-schema.ts';

const NO_OPERATORS = 'Los operadores son requeridos.';
const AMOUNT = 'Ingrese una cantidad entera mayor que cero.';
const operatorIds = list(idNumber, 1000, { required: NO_OPERATORS })
  .min(1, NO_OPERATORS)
  .refine((ids) => new Set(ids).size === ids.length, 'Hay un operador repetido.');

/** Without an amount all matching calls are assigned. */
export const segmentBody = z.object({
  operators: operatorIds,
  amount: z.number(AMOUNT).int(AMOUNT).min(1, AMOUNT).max(16_777_215, AMOUNT).nullish(),
  split: z.enum(SPLITS).default('equal'),
});
export type SegmentBody = z.output<typeof segmentBody>;
export const segmentFilters = audienceFilterFields.omit({ assigned: true, operatorId: true });

const share = named.extend({ amount: z.number() });
export const segmentation = z.object({ segmentationId: z.number(), total: z.number(), operators: z.array(share) });
export type Segmentation = z.infer<typeof segmentation>;

/** The last segmentation that was not undone; `undoable` while none of its calls was touched. */
export const lastSegmentation = z.object({
  segmentation: segmentation.extend({ createdAt: instant, userName: z.string(), undoable: z.boolean() }).nullable(),
});

/** Moves the open calls (never called, or to be called again) of `from` to `to`, split evenly. */
export const rebalanceBody = z
  .object({ from: operatorIds, to: operatorIds })
  .refine(({ from, to }) => to.every((operator) => !from.includes(operator)), {
    path: ['to'],
    message: 'Un operador no puede estar en las dos listas.',
  });
/** How many calls would move. Counted, because blocked and held calls stay. */
export const rebalanceableQuery = z.object({ from: idList });
export type RebalanceBody = z.output<typeof rebalanceBody>;
export const rebalanced = z.object({ total: z.number(), operators: z.array(share) });
