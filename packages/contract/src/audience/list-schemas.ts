import { z } from 'zod';
import { flag, instant, named, pageOf, pagingQuery } from '../shared/paging.ts';
import { audienceFilterFields } from './filters.ts';

/** `id` is the load order, and the default. */
export const AUDIENCE_ORDER = [
  'id',
  'number',
  'stateName',
  'substateName',
  'userName',
  'callCounter',
  'createdAt',
  'updatedAt',
] as const;
export type AudienceOrder = (typeof AUDIENCE_ORDER)[number];

export const audienceListQuery = pagingQuery(AUDIENCE_ORDER).extend(audienceFilterFields.shape).extend({
  /**
   * Only with `later=1` may `totalElementsCount` be null: the rows are sent at once and the exact count of an unusual
   * combination is a request of its own (UX-10). Without it the answer waits for the count.
   */
  later: flag.optional(),
  /** `1`: what is still to do, never called or in a state that is called again. */
  toCall: flag.optional(),
});
export type AudienceListQuery = z.output<typeof audienceListQuery>;

/** Spec 3, Audience call/contact row. */
const audienceRow = z.object({
  id: z.number(),
  /** Ten national digits. */
  number: z.string(),
  /** The name of the call's person; not in the specification's row. */
  name: z.string(),
  stateId: z.number(),
  stateName: z.string(),
  stateColor: z.string(),
  substateName: z.string().nullable(),
  userName: z.string().nullable(),
  callCounter: z.number(),
  blocked: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});
export type AudienceRow = z.infer<typeof audienceRow>;

export const audiencePage = pageOf('calls', audienceRow).extend({ totalElementsCount: z.number().nullable() });

export const audienceCount = z.object({ totalElementsCount: z.number() });

/** What each operator of the campaign has, and still has to call. */
export const assignedOperators = z.object({
  operators: z.array(
    named.extend({ assigned: z.number(), pending: z.number(), disable: z.boolean(), isMember: z.boolean() }),
  ),
});
export type AssignedOperator = z.infer<typeof assignedOperators>['operators'][number];
