import { readSpan, type SpanQuery } from '@campanero/contract/shared/span';
import type { CampaignDay, CampaignFigures, OperatorFigures } from '@campanero/contract/statistics/campaign-schemas';
import { openStatistics } from '../../call-store/read/index.ts';
import type { SignedCtx } from '../../work/context.ts';
import { getVisibleCampaign } from '../campaigns/view/campaign-detail.queries.ts';

/**
 * The figures of a campaign that the user may see. A finished campaign shows the figures stored when it closed; with dates its
 * registrations are counted with the state flags of each day.
 */
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

export const openVisibleStatistics = async (ctx: SignedCtx, id: number) =>
  openStatistics(ctx.db, await getVisibleCampaign(ctx, id));
