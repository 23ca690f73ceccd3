import { readSpan, type Span, type SpanQuery } from '@campanero/contract/shared/span';
import type { CampaignDay, CampaignFigures, OperatorFigures } from '@campanero/contract/statistics/campaign-schemas';
import { findFrozen, readCampaignDays, readCampaignFigures } from '../../call-store/frozen-figures.ts';
import { ownFigures, readFigures, readSpanFigures, selectCountedStates } from '../../call-store/read/figures.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findReachable } from '../campaigns/campaign-detail.queries.ts';

/**
 * The figures of a campaign that the user may see; NOT_FOUND for all others. A finished campaign shows the figures
 * that were kept when it closed; with dates its registrations are counted by the states' flags of that day.
 */
export async function viewStatistics(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignFigures> {
  return readCampaignFigures(ctx.db, await getReachable(ctx, id), readSpan(query));
}

/** The caller's own figures: of the calls they have, and with dates of what they registered. */
export async function viewOwnStatistics(ctx: SignedCtx, id: number, query: SpanQuery): Promise<OperatorFigures> {
  const campaign = await getReachable(ctx, id);
  const span = readSpan(query);
  const frozen = await findFrozen(ctx.db, id);
  const states = frozen?.states ?? (await selectCountedStates(ctx.db));
  const operatorId = ctx.actor.id;
  const present = frozen
    ? (frozen.operators[operatorId] ?? NO_CALLS)
    : ownFigures(await readFigures(ctx.db, id, states, operatorId));
  if (isOpen(span)) return present;
  return ownFigures({ ...present, ...(await readSpanFigures(ctx.db, { campaign, span, states, operatorId })) });
}

/** What was registered on each day of the span. */
export async function viewDays(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignDay[]> {
  return readCampaignDays(ctx.db, await getReachable(ctx, id), readSpan(query));
}

/** What the caller registered on each day of the span. */
export async function viewOwnDays(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignDay[]> {
  return readCampaignDays(ctx.db, await getReachable(ctx, id), readSpan(query), ctx.actor.id);
}

const NO_CALLS: OperatorFigures = { totalCalls: 0, totalCalled: 0, totalReCalled: 0, contacted: 0, effective: 0 };

const isOpen = ({ from, to }: Span) => from === undefined && to === undefined;

/** NOT_FOUND for a campaign that the caller may not see. */
export async function getReachable({ db, actor, clock }: SignedCtx, id: number) {
  const campaign = await findReachable(db, actor, id, clock());
  if (!campaign) throw new AppError('NOT_FOUND');
  return campaign;
}
