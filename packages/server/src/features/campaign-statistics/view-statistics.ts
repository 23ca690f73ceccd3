import { readSpan, type SpanQuery } from '@campanero/contract/shared/span';
import type { CampaignDay, CampaignFigures, OperatorFigures } from '@campanero/contract/statistics/campaign-schemas';
import { openStatistics } from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findReachable } from '../campaigns/view/campaign-detail.queries.ts';

/**
 * The figures of a campaign that the user may see; NOT_FOUND for all others. A finished campaign shows the figures
 * that were kept when it closed; with dates its registrations are counted by the states' flags of that day.
 */
export async function viewStatistics(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignFigures> {
  return (await openReachable(ctx, id)).figures(readSpan(query));
}

/** The caller's own figures: of the calls they have, and with dates of what they registered. */
export async function viewOwnStatistics(ctx: SignedCtx, id: number, query: SpanQuery): Promise<OperatorFigures> {
  return (await openReachable(ctx, id)).figuresOf(ctx.actor.id, readSpan(query));
}

/** What was registered on each day of the span. */
export async function viewDays(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignDay[]> {
  return (await openReachable(ctx, id)).days(readSpan(query));
}

/** What the caller registered on each day of the span. */
export async function viewOwnDays(ctx: SignedCtx, id: number, query: SpanQuery): Promise<CampaignDay[]> {
  return (await openReachable(ctx, id)).days(readSpan(query), ctx.actor.id);
}

/** NOT_FOUND for a campaign that the caller may not see. */
export async function openReachable({ db, actor, clock }: SignedCtx, id: number) {
  const campaign = await findReachable(db, actor, id, clock());
  if (!campaign) throw new AppError('NOT_FOUND');
  return openStatistics(db, campaign);
}
