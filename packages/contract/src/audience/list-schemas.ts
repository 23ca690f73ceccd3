import { z } from 'zod';
import { OPERATOR_PAGE_SIZE_MAX } from '../limits.ts';
import { day, flag, instant, named, pageOf, pageSizeUpTo, pagingQuery } from '../shared/paging.ts';
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
   * combination is a request of its own. Without it the answer waits for the count.
   */
  later: flag.optional(),
  /** `1`: what is still to do, never called or in a state that is called again. */
  toCall: flag.optional(),
});
export type AudienceListQuery = z.output<typeof audienceListQuery>;

/** An operator works through the audience a screen at a time; copying it out needs a manager's export. */
export const operatorListQuery = audienceListQuery.extend({ pageSize: pageSizeUpTo(OPERATOR_PAGE_SIZE_MAX) });

const audienceRow = z.object({
  id: z.number(),
  /** Ten national digits. */
  number: z.string(),
  /** The name of the call's person. */
  name: z.string(),
  stateId: z.number(),
  stateName: z.string(),
  stateColor: z.string(),
  substateName: z.string().nullable(),
  userName: z.string().nullable(),
  /** When the person was promised to be called again. */
  callbackAt: instant.nullable(),
  callCounter: z.number(),
  blocked: z.boolean(),
  /** Why, in words: the person's own wish, or which block list, who loaded it and when; null: not blocked. */
  blockReason: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type AudienceRow = z.infer<typeof audienceRow>;

export const audiencePage = pageOf('calls', audienceRow).extend({ totalElementsCount: z.number().nullable() });

export const audienceCount = z.object({ totalElementsCount: z.number() });

/** What each operator of the campaign has, what of it they still have to call, and how fast they work. */
export const assignedOperators = z.object({
  operators: z.array(
    named.extend({
      assigned: z.number(),
      /** What can still be called: never called or to be called again with attempts left, and not blocked. */
      pending: z.number(),
      disable: z.boolean(),
      isMember: z.boolean(),
      /** Registrations for each hour of work in the last two weeks, in all campaigns; null without any. */
      pace: z.number().nullable(),
      /** Registrations on each day worked in those weeks. */
      perDay: z.number().nullable(),
    }),
  ),
  /** The weekdays (0: Sunday) on which calls are made, learnt from the last weeks, as far as the rules of calling are open on them. */
  workingWeekdays: z.array(z.number()),
  /** The holidays to come on which the rules close. */
  closedDays: z.array(day).optional(),
});
export type AssignedOperator = z.infer<typeof assignedOperators>['operators'][number];
