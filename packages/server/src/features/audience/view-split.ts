import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { expectedWeekdays } from '@campanero/contract/calling-rules/work-days';
import { productDay } from '@campanero/contract/shared/dates';
import { countCalls, countMovable, countUntouched, readShares } from '../../call-store/read/index.ts';
import type { SignedCtx } from '../../work/index.ts';
import { calendarOf } from '../calling-rules/calling-rules.queries.ts';
import { splitRefusal, withAttemptsLeft } from './audience.policy.ts';
import { getReadableAudience, getVisibleAudience } from './list-audience.ts';
import { findSegmentation } from './segmentations.queries.ts';

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
