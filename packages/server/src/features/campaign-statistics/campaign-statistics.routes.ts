import { routesOf } from '../../http/mount.ts';
import { shiftDay, weekdayOf } from '@campanero/contract/calls/calling-hours';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import { readSpan } from '@campanero/contract/shared/span';
import type { CampaignDay, OwnToday } from '@campanero/contract/statistics/campaign-endpoints';
import { openStatistics } from '../../call-store/read/index.ts';
import { onReplica, type SignedCtx } from '../../work/index.ts';
import { getVisibleCampaign } from '../campaigns/view/campaign-detail.queries.ts';

/** A finished campaign shows the figures stored when it closed. Own figures: of assigned calls, or with dates of registrations. */
export const campaignStatisticsRoutes = routesOf('campaignStatistics', {
  campaign: ({ params, query }, ctx) =>
    onReplica(ctx, async (there) => (await openVisible(there, params.campaignId)).figures(readSpan(query))),
  days: ({ params, query }, ctx) =>
    onReplica(ctx, async (there) => (await openVisible(there, params.campaignId)).days(readSpan(query))),
  own: async ({ params, query }, ctx) =>
    (await openVisible(ctx, params.campaignId)).figuresOf(ctx.actor.id, readSpan(query)),
  ownDays: async ({ params, query }, ctx) =>
    (await openVisible(ctx, params.campaignId)).days(readSpan(query), ctx.actor.id),
  ownToday: ({ params }, ctx) => viewOwnToday(ctx, params.campaignId),
});

const openVisible = async (ctx: SignedCtx, id: number) => openStatistics(ctx.db, await getVisibleCampaign(ctx, id));

const LOOKBACK_DAYS = 56;
/** The average is taken of at most this many days. */
const USUAL_DAYS = 4;

/** Today's registrations and their average until the same time on the last workdays of the same weekday, else on the last workdays. */
async function viewOwnToday(ctx: SignedCtx, id: number): Promise<OwnToday> {
  const { actor, clock } = ctx;
  const statistics = await openVisible(ctx, id);
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
