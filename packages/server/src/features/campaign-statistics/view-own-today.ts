import { shiftDay, weekdayOf } from '@campanero/contract/calls/calling-hours';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import type { CampaignDay, OwnToday } from '@campanero/contract/statistics/campaign-schemas';
import type { SignedCtx } from '../../work/context.ts';
import { openVisibleStatistics } from './view-statistics.ts';

const LOOKBACK_DAYS = 56;
/** The average is taken of at most this many days. */
const USUAL_DAYS = 4;

/**
 * The caller's registrations of today in a campaign they may see, compared with their average until the same time on the last
 * workdays of the same weekday, or on their last workdays if there are none.
 */
export async function viewOwnToday(ctx: SignedCtx, id: number): Promise<OwnToday> {
  const { actor, clock } = ctx;
  const statistics = await openVisibleStatistics(ctx, id);
  const now = clock();
  const today = productDay(now);
  const readOwn = (from: Date, to: Date) => statistics.days({ from, to }, actor.id);
  const since = dayBounds(shiftDay(today, -LOOKBACK_DAYS)).from;
  const before = await readOwn(since, dayBounds(today).from);
  const chosen = chooseDays(before, today);
  const elapsed = now.getTime() - dayBounds(today).from.getTime();
  // Inclusive of the current millisecond.
  const untilNow = (day: string) => {
    const { from } = dayBounds(day);
    return readOwn(from, new Date(from.getTime() + elapsed + 1));
  };
  const [done] = await untilNow(today);
  const usualByNow = (await Promise.all(chosen.days.map(({ date }) => untilNow(date)))).flat();
  const count = chosen.days.length;
  const averageOf = (days: readonly CampaignDay[], figure: 'callsMade' | 'contacted') =>
    Math.round(days.reduce((sum, day) => sum + day[figure], 0) / count);
  return {
    at: now.toISOString(),
    callsMade: done?.callsMade ?? 0,
    contacted: done?.contacted ?? 0,
    usual:
      count === 0
        ? null
        : {
            days: count,
            isSameWeekday: chosen.isSameWeekday,
            callsMade: averageOf(usualByNow, 'callsMade'),
            contacted: averageOf(usualByNow, 'contacted'),
            wholeDay: averageOf(chosen.days, 'callsMade'),
          },
  };
}

function chooseDays(days: readonly CampaignDay[], today: string) {
  const same = days.filter(({ date }) => weekdayOf(date) === weekdayOf(today));
  return { days: (same.length > 0 ? same : days).slice(-USUAL_DAYS), isSameWeekday: same.length > 0 };
}
