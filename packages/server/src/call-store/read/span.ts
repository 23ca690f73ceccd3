import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import { sql, type RawBuilder } from 'kysely';

/** Whole days of the product's zone, both included; without an end, all days on that side. */
export interface WholeDays {
  first?: string;
  last?: string;
}

/** A part of one day; the end is not included. */
export interface CutDay {
  day: string;
  from: Date;
  to: Date;
}

const MILLISECOND = 1;
const DAY = 86_400_000;
const shiftDay = (day: string, days: number) => productDay(dayBounds(day).from.getTime() + days * DAY);

/**
 * Counters know whole days: a span is its whole days, read from counters, and at most two days of which it takes a part, read
 * from history. Neither, if the span ends before it begins.
 */
export function splitSpan({ from, to }: Span): { days: WholeDays | null; cuts: CutDay[] } {
  if (from && to && from > to) return { days: null, cuts: [] };
  const days: WholeDays = { ...(from && { first: productDay(from) }), ...(to && { last: productDay(to) }) };
  // Instants are kept to the millisecond: up to and including `to` is the same as before `end`.
  const end = to && new Date(to.getTime() + MILLISECOND);
  const isFirstCut = from !== undefined && from > dayBounds(days.first!).from;
  const isLastCut = end !== undefined && end < dayBounds(days.last!).to;
  if (days.first && days.first === days.last && (isFirstCut || isLastCut))
    return { days: null, cuts: [{ day: days.first, from: from!, to: end! }] };
  const cuts: CutDay[] = [];
  if (isFirstCut) {
    cuts.push({ day: days.first!, from, to: dayBounds(days.first!).to });
    days.first = shiftDay(days.first!, 1);
  }
  if (isLastCut) {
    cuts.push({ day: days.last!, from: dayBounds(days.last!).from, to: end });
    days.last = shiftDay(days.last!, -1);
  }
  return { days: days.first && days.last && days.first > days.last ? null : days, cuts };
}

/** For the where of a query over `outcome_count`. */
export const isWithinDays = ({ first, last }: WholeDays): RawBuilder<boolean> => sql<boolean>`true
  ${first ? sql`and outcome_count.day >= ${first}` : sql``} ${last ? sql`and outcome_count.day <= ${last}` : sql``}`;

/**
 * The registrations of a part of a day in these campaigns (an expression of type int[]), as they stand by now: moment, call
 * and user of the registration, state and affinity of its last correction. Corrections are few and have an index: reading all
 * that were made since is cheaper than looking for one at every registration.
 */
export const standingRegistrations = (campaigns: RawBuilder<number[]>, { from, to }: CutDay, only = sql`true`) => sql`
  with recursive correction as materialized (
    select id, corrects_id, state_id, affinity from call_history
    where campaign_id = any(${campaigns}) and created_at >= ${from} and corrects_id is not null
  ), chain as (
    select h.id as registration_id, h.id, h.call_id, h.campaign_id, h.user_id, h.created_at, h.state_id, h.affinity
    from call_history h
    where h.campaign_id = any(${campaigns}) and h.created_at >= ${from} and h.created_at < ${to}
      and h.corrects_id is null and ${only}
    union all
    select chain.registration_id, correction.id, chain.call_id, chain.campaign_id, chain.user_id, chain.created_at,
      correction.state_id, correction.affinity
    from chain join correction on correction.corrects_id = chain.id
  )
  select * from chain where not exists (select from correction where correction.corrects_id = chain.id)`;
