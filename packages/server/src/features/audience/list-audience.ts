import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { countCalls, readPage } from '../../call-store/read/index.ts';
import { AppError, found, type SignedCtx, trackContactReads } from '../../work/index.ts';
import { findAudience, type Audience } from './audience.queries.ts';

export const getVisibleAudience = async ({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> =>
  found(await findAudience(db, actor, id, clock()));

/** Refuses a campaign whose first load is running. */
export async function getReadableAudience(ctx: SignedCtx, id: number): Promise<Audience> {
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
