import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { shiftDay, workingWeekdays } from '@campanero/contract/calls/calling-hours';
import { isClosed } from '@campanero/contract/campaigns/rules';
import { productDay } from '@campanero/contract/shared/dates';
import { matchesEveryCall } from '../../call-store/read/filter.ts';
import { readMany } from '../../call-store/read/heavy-reads.ts';
import { countCalls } from '../../call-store/read/page.ts';
import { countFreeCalls, selectShares, sumTotals } from '../../call-store/read/totals.ts';
import { readCallingHours, selectPaces } from '../../call-store/read/work-spans.ts';
import { countUndoable, countMovable } from '../../call-store/write/move.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findAudience } from './audience.queries.ts';
import { toCallFilter } from './audience-filter.queries.ts';
import { getReadable } from './list-audience.ts';
import { PACE_DAYS } from './pace.queries.ts';
import { findSegmentation } from './segmentations.queries.ts';

// What managers read before they segment, undo a segmentation or rebalance.

async function getReachable({ db, actor, clock }: SignedCtx, id: number) {
  const audience = await findAudience(db, actor, id, clock());
  if (!audience) throw new AppError('NOT_FOUND');
  return audience;
}

/** What each operator has and still has to call, how fast they work, and on which weekdays calls are made. */
export async function viewAssigned(ctx: SignedCtx, id: number) {
  await getReachable(ctx, id);
  const { db, clock } = ctx;
  const operators = await selectShares(db, id);
  const today = productDay(clock());
  const paces = await selectPaces(
    db,
    operators.map((operator) => operator.id),
    shiftDay(today, -PACE_DAYS),
    today,
  );
  return {
    operators: operators.map((operator) => ({ ...operator, ...(paces.get(operator.id) ?? NO_PACE) })),
    workingWeekdays: workingWeekdays(await readCallingHours(db, today)),
  };
}

const NO_PACE = { pace: null, perDay: null };

/** How many calls Segmentar could hand out. */
export async function countSegmentable(ctx: SignedCtx, id: number, filters: AudienceFilters): Promise<number> {
  const audience = await getReadable(ctx, id);
  const filter = toCallFilter(filters, ctx.actor);
  if (matchesEveryCall(filter)) return countFreeCalls(ctx.db, id);
  return countCalls(ctx, audience, { ...filter, free: true });
}

/** How many calls Rebalancear would move from these operators now, by the same rule. */
export async function countRebalanceable(ctx: SignedCtx, id: number, from: readonly number[]): Promise<number> {
  const audience = await getReadable(ctx, id);
  const calls = await sumTotals(ctx.db, id, { operators: from });
  return readMany(ctx, { calls }, (trx) => countMovable(trx, audience, from, ctx.clock()));
}

/** The last segmentation that was not undone, and whether it can be undone now; null when there is none. */
export async function viewLastSegmentation(ctx: SignedCtx, id: number) {
  const audience = await getReachable(ctx, id);
  const segmentation = await findSegmentation(ctx.db, id);
  if (!segmentation) return null;
  const { id: segmentationId, total, operators, createdAt, userName } = segmentation;
  const isFixed = isClosed(audience) || audience.status === 'CARGANDO AUDIENCIA';
  const handedOut = { id: segmentationId, operators: operators.map((operator) => operator.id) };
  const countUntouched = () =>
    readMany(ctx, { calls: total }, (trx) => countUndoable(trx, audience, handedOut, ctx.clock()));
  const undoable = !isFixed && (await countUntouched()) === total;
  return { segmentationId, total, operators, createdAt: createdAt.toISOString(), userName, undoable };
}
