import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { countCalls, countMovable, countUntouched, readPage, readShares } from '../../call-store/read/index.ts';
import { AppError, found, type SignedCtx, trackContactReads } from '../../work/index.ts';
import { type Audience, findAudience, findSegmentation } from './audience.queries.ts';
import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { expectedWeekdays } from '@campanero/contract/calling-rules/work-days';
import { productDay } from '@campanero/contract/shared/dates';
import { calendarOf } from '../calling-rules/calling-rules.queries.ts';
import { splitRefusal, withAttemptsLeft } from './audience.policy.ts';

const getVisibleAudience = async ({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> =>
  found(await findAudience(db, actor, id, clock()));

/** Refuses a campaign whose first load is running. */
async function getReadableAudience(ctx: SignedCtx, id: number): Promise<Audience> {
  const audience = await getVisibleAudience(ctx, id);
  if (audience.status === 'CARGANDO AUDIENCIA' && audience.nextPosition === 0)
    throw new AppError('CAMPAIGN_PROCESSING');
  return audience;
}

/** In load order by default. With `later` an expensive count is left to countAudience(). Counts the contacts as read. */
export async function listAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  const audience = await getReadableAudience(ctx, id);
  const { calls, total } = await readPage({ ...ctx, signal }, ctx.actor, audience, query);
  const shown = calls.map(({ number }) => ({ number, campaignId: id }));
  await trackContactReads(ctx, shown, 'list');
  return { calls, totalElementsCount: total, page: query.pageNumber };
}

export async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  return countCalls({ ...ctx, signal }, ctx.actor, await getReadableAudience(ctx, id), query);
}

// Read by managers before they segment, undo a segmentation or rebalance.

/** Calls assigned to each operator and still open, each operator's pace, and the weekdays on which calls are made. */
export async function viewAssigned(ctx: SignedCtx, id: number) {
  const { rules } = await getVisibleAudience(ctx, id);
  const { db, clock } = ctx;
  const now = clock();
  const today = productDay(now);
  const calendar = await calendarOf(db, rules);
  const { operators, callingHours } = await readShares(db, id, now);
  return {
    operators,
    workingWeekdays: [...expectedWeekdays(callingHours, calendar)],
    closedDays: [...calendar.holidays.keys()].filter((day) => day >= today),
  };
}

/** How many calls Segmentar could assign. Read from a counter unless filters or a maximum of attempts require a count. */
export async function countSegmentable(ctx: SignedCtx, id: number, filters: AudienceFilters): Promise<number> {
  const audience = await getReadableAudience(ctx, id);
  return countCalls(ctx, ctx.actor, audience, { ...withAttemptsLeft(filters, audience), free: true });
}

export async function countRebalanceable(ctx: SignedCtx, id: number, from: readonly number[]): Promise<number> {
  const audience = await getReadableAudience(ctx, id);
  return countMovable(ctx, audience, from, ctx.clock());
}

/** The last segmentation that was not undone, and whether it can be undone now. */
export async function viewLastSegmentation(ctx: SignedCtx, id: number) {
  const audience = await getVisibleAudience(ctx, id);
  const segmentation = await findSegmentation(ctx.db, id);
  if (!segmentation) return null;
  const { id: segmentationId, total, operators, createdAt, userName } = segmentation;
  const segmented = { id: segmentationId, total, operators: operators.map((operator) => operator.id) };
  const undoable = !splitRefusal(audience) && (await countUntouched(ctx, audience, segmented, ctx.clock())) === total;
  return { segmentationId, total, operators, createdAt, userName, undoable };
}
