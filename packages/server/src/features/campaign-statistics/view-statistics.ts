import { shiftDay, weekdayOf } from '@campanero/contract/calls/calling-hours';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import { readSpan, type SpanQuery } from '@campanero/contract/shared/span';
import type {
  CampaignDay,
  CampaignFigures,
  OperatorFigures,
  OwnToday,
} from '@campanero/contract/statistics/campaign-endpoints';
import { openStatistics } from '../../call-store/read/index.ts';
import type { SignedCtx } from '../../work/index.ts';
import { getVisibleCampaign } from '../campaigns/view/campaign-detail.queries.ts';

/** A finished campaign shows the figures stored when it closed. */
export async function viewStatistics(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignFigures> {
  return (await openVisibleStatistics(ctx, id)).figures(readSpan(query));
}

/** The caller's own figures: of their assigned calls, or with dates of their registrations. */
export async function viewOwnStatistics(ctx: SignedCtx, id: number, query: SpanQuery): Promise<OperatorFigures> {
  return (await openVisibleStatistics(ctx, id)).figuresOf(ctx.actor.id, readSpan(query));
}

export async function viewDays(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignDay[]> {
  return (await openVisibleStatistics(ctx, id)).days(readSpan(query));
}

export async function viewOwnDays(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignDay[]> {
  return (await openVisibleStatistics(ctx, id)).days(readSpan(query), ctx.actor.id);
}

const openVisibleStatistics = async (ctx: SignedCtx, id: number) =>
  openStatistics(ctx.db, await getVisibleCampaign(ctx, id));

const LOOKBACK_DAYS = 56;
/** The average is taken of at most this many days. */
const USUAL_DAYS = 4;

/** Today's registrations and their average until the same time on the last workdays of the same weekday, else on the last workdays. */
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
