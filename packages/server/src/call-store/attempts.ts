import { attemptsADay, hasLimits, pauseOf } from '@campanero/contract/calling-rules/attempts';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { isClosed, type RawBuilder, sql } from '../db/index.ts';

// The attempt limits of the calling rules in SQL: findWait() of the contract, for the calls of a statement.

/** `countsAcross`: attempts are counted over all campaigns per number. */
export type CallLimits = { rules: CallingRules; countsAcross: boolean };

/** One probe of each partition's index by number instead of a denormalised counter (rule calls/attempts-across-campaigns). */
export const attemptsEverywhere = (now: Date): RawBuilder<unknown> => sql`
  select coalesce(sum(other.day_count) filter (where other.day = ${productDay(now)}::date), 0)::int as today,
    coalesce(sum(other.call_count) filter (where not ${isClosed('at_campaign')}), 0)::int as in_all, max(other.last_at) as last_at,
    coalesce(bool_or(other.id <> call.id and other.hold_until > ${now}), false) as is_open_elsewhere
  from call other join campaign at_campaign on at_campaign.id = other.campaign_id
  where other.number = call.number`;

/** A call of another campaign to the same number is held, unless by `except`. */
export const isNumberHeldElsewhere = (now: Date, except?: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from call other where other.number = call.number and other.id <> call.id and other.hold_until > ${now}
    ${except === undefined ? sql`` : sql`and other.hold_by <> ${except}`})`;

export const limitsCalls = ({ rules, countsAcross }: CallLimits): boolean => countsAcross || hasLimits(rules);

/** Not called too often, too recently or by another user right now; true for every call if no rule limits it. */
export function isWithinLimits({ rules, countsAcross }: CallLimits, now: Date): RawBuilder<boolean> {
  if (!hasLimits(rules)) return countsAcross ? sql<boolean>`not ${isNumberHeldElsewhere(now)}` : sql<boolean>`true`;
  const { attemptsPerDay, attemptsInAll, pauseMinutes } = rules;
  if (!countsAcross) {
    const inAll = attemptsInAll === null ? sql`true` : sql`call.call_count < ${attemptsInAll}`;
    const today = attemptsPerDay === null ? sql`true` : isBelowToday(now, attemptsPerDay);
    return sql<boolean>`(${inAll} and ${today})`;
  }
  const rested = new Date(now.getTime() - pauseOf(rules));
  const conditions = [
    sql`not attempt_figures.is_open_elsewhere`,
    ...(attemptsPerDay === null ? [] : [sql`attempt_figures.today < ${attemptsPerDay}`]),
    ...(attemptsInAll === null ? [] : [sql`attempt_figures.in_all < ${attemptsInAll}`]),
    // A callback date was agreed with the person, so no pause applies.
    ...(pauseMinutes === null
      ? []
      : [
          sql`(call.callback_at is not null or attempt_figures.last_at is null or attempt_figures.last_at <= ${rested})`,
        ]),
  ];
  return sql<boolean>`exists (select from (${attemptsEverywhere(now)}) attempt_figures where ${sql.join(conditions, sql` and `)})`;
}

/** For statements over many calls: attempts are aggregated once instead of a probe per call. */
export const isBelowEverywhere = (most: number): RawBuilder<boolean> => sql<boolean>`not exists (
  select from (
    select other.number from call other join campaign at_campaign on at_campaign.id = other.campaign_id
    where other.call_count > 0 and not ${isClosed('at_campaign')}
    group by other.number having sum(other.call_count) >= ${most}
  ) attempt_figures where attempt_figures.number = call.number)`;

const isBelowToday = (now: Date, most: number) =>
  sql<boolean>`(call.day is distinct from ${productDay(now)}::date or call.day_count < ${most})`;

/** No outcome was registered within the pause. */
export const isRested = (rules: CallingRules, now: Date): RawBuilder<boolean> =>
  sql<boolean>`call.last_at <= ${new Date(now.getTime() - pauseOf(rules))}`;

/** Without a callback date: its pause is over, and it has attempts left today. */
export const mayBeCalledAgain = (rules: CallingRules, now: Date) => sql<boolean>`call.call_count > 0
  and call.callback_at is null and ${isRested(rules, now)} and ${isBelowToday(now, attemptsADay(rules))}`;
