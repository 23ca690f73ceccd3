import { z } from 'zod';
import { id, idNumber, named } from '../shared/paging.ts';
import { list, rawText } from '../shared/text-schema.ts';

/** Where open calls go if their operator leaves a campaign: unassigned, shared by its other operators, or to one of them. */
export const destination = z.union([z.enum(['free', 'shared']), idNumber], 'Elija a quién se entregan los llamados.');
export type Destination = z.infer<typeof destination>;

/** One destination, and others for named campaigns. Without a handover only untouched calls are unassigned. */
export const handover = z.object({
  to: destination,
  campaigns: list(z.object({ id: idNumber, to: destination }), 2000).optional(),
});
export type Handover = z.infer<typeof handover>;
export const leavingBody = z.object({ handover: handover.optional() }).nullish();

export const heldWork = z.object({
  /** Never called, without note or callback: these go in any case. */
  untouched: z.number(),
  touched: z.number(),
  /** Never called or to be called again, neither blocked nor invalid: what a handover moves. */
  pending: z.number(),
  /** Those of them with a dated callback. */
  callbacks: z.number(),
  /** Open on the operator's screen at this moment. */
  held: z.number(),
});
export type HeldWork = z.infer<typeof heldWork>;

export const userIds = list(idNumber, 500, { tooLong: 'Elija hasta 500 usuarios por vez.' })
  .min(1, 'Elija al menos un usuario.')
  .refine((ids) => new Set(ids).size === ids.length, 'Hay un usuario repetido.');

export const inviteBody = z.object({ ids: userIds });

export const openCallsQuery = z.object({
  ids: rawText(6000)
    .transform((joined): unknown[] => joined.split(','))
    .pipe(list(id, 500).min(1)),
});
/** What several users hold together, over all campaigns that are not finished. */
export const heldTogether = z.object({
  campaigns: z.number(),
  pending: z.number(),
  callbacks: z.number(),
  held: z.number(),
});

const result = named.extend({
  outcome: z.enum(['changed', 'same', 'refused']),
  reason: z.string().nullable(),
  /** Calls given to other operators, and calls left without one. */
  given: z.number(),
  freed: z.number(),
});
export type UserChangeResult = z.infer<typeof result>;
export const userChangeResults = z.object({ results: z.array(result) });
