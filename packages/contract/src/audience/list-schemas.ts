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
  /** With `later=1` the total may be null and is asked for separately; without it the answer waits for the count. */
  later: flag.optional(),
  /** `1`: never called, or to be called again. */
  toCall: flag.optional(),
});
export type AudienceListQuery = z.output<typeof audienceListQuery>;

/** Operators get small pages: reading the whole audience needs a manager's export. */
export const operatorListQuery = audienceListQuery.extend({ pageSize: pageSizeUpTo(OPERATOR_PAGE_SIZE_MAX) });

const audienceRow = z.object({
  id: z.number(),
  /** Ten national digits. */
  number: z.string(),
  name: z.string(),
  stateId: z.number(),
  stateName: z.string(),
  stateColor: z.string(),
  substateName: z.string().nullable(),
  userName: z.string().nullable(),
  callbackAt: instant.nullable(),
  callCounter: z.number(),
  /** Not in the campaign's random sample: not handed out until it is released. */
  inReserve: z.boolean(),
  blocked: z.boolean(),
  /** In words; null: not blocked. */
  blockReason: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type AudienceRow = z.infer<typeof audienceRow>;

export const audiencePage = pageOf('calls', audienceRow).extend({ totalElementsCount: z.number().nullable() });

export const assignedOperators = z.object({
  operators: z.array(
    named.extend({
      assigned: z.number(),
      /** Never called or to be called again with attempts left, and not blocked. */
      pending: z.number(),
      disable: z.boolean(),
      isMember: z.boolean(),
      /** Registrations per hour of work in the last two weeks, in all campaigns; null without any. */
      pace: z.number().nullable(),
      /** Registrations per day worked in those weeks. */
      perDay: z.number().nullable(),
    }),
  ),
  /** Weekdays (0: Sunday) with calls in the last weeks, as far as the calling rules are open on them. */
  workingWeekdays: z.array(z.number()),
  closedDays: z.array(day).optional(),
});
export type AssignedOperator = z.infer<typeof assignedOperators>['operators'][number];
