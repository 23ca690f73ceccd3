import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import { sql, type RawBuilder } from 'kysely';

/** Days of the product's time zone, YYYY-MM-DD: `from <= day < to`; undefined: open. */
export type WholeDays = { from?: string; to?: string };
export type Cut = { from: Date; to: Date };

const DAY_MS = 86_400_000;

/** Whole days are in `outcome_count`; the partial first and last day must be read from `call_history`. */
export function splitSpan({ from, to }: Span): { days?: WholeDays; cuts: Cut[] } {
  const firstWhole = from && startOfDay(new Date(from.getTime() + DAY_MS - 1));
  const afterWhole = to && startOfDay(to);
  // Both ends within one day.
  if (from && to && firstWhole! > afterWhole!) return { cuts: from < to ? [{ from, to }] : [] };
  const cuts: Cut[] = [];
  if (from && from < firstWhole!) cuts.push({ from, to: firstWhole! });
  if (to && afterWhole! < to) cuts.push({ from: afterWhole!, to });
  return {
    days: { ...(firstWhole && { from: productDay(firstWhole) }), ...(afterWhole && { to: productDay(afterWhole) }) },
    cuts,
  };
}

const startOfDay = (when: Date) => dayBounds(productDay(when)).from;

/** For statements over `outcome_count`. */
export const isWithinDays = ({ from, to }: WholeDays): RawBuilder<boolean> => sql<boolean>`true
  ${from ? sql`and outcome_count.day >= ${from}` : sql``} ${to ? sql`and outcome_count.day < ${to}` : sql``}`;

// Registrations of a part of a day with state and affinity of their last correction. `campaigns` is of type int[], `only` a
// condition on `h`. Corrections are few, so they are read once instead of a lookup per entry.
export const uncorrectedRegistrations = (campaigns: RawBuilder<unknown>, { from, to }: Cut, only = sql`true`) => sql`
  with recursive correction as materialized (
    select id, corrects_id, state_id, affinity from call_history
    where campaign_id = any(${campaigns}) and created_at >= ${from} and corrects_id is not null
  ), outcome as (
    select h.id as registration_id, h.id, h.call_id, h.user_id, h.created_at, h.again, h.state_id, h.affinity
    from call_history h
    where h.campaign_id = any(${campaigns}) and h.created_at >= ${from} and h.created_at < ${to}
      and h.corrects_id is null and ${only}
    union all
    select outcome.registration_id, correction.id, outcome.call_id, outcome.user_id, outcome.created_at, outcome.again,
      correction.state_id, correction.affinity
    from outcome join correction on correction.corrects_id = outcome.id
  )
  select registration_id, call_id, user_id, created_at, again, state_id, affinity from outcome
  where not exists (select from correction where correction.corrects_id = outcome.id)`;
