import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { countCalls, readPage } from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import { trackContactReads } from '../../work/contact-readings.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findAudience, type Audience } from './audience.queries.ts';

/** A campaign that the caller may see and whose audience can be read: not while its first load is running. */
export async function getReadable({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> {
  const audience = await findAudience(db, actor, id, clock());
  if (!audience) throw new AppError('NOT_FOUND');
  if (audience.status === 'CARGANDO AUDIENCIA' && audience.nextPosition === 0)
    throw new AppError('CAMPAIGN_PROCESSING');
  return audience;
}

/**
 * One page of a campaign's audience, in load order unless asked otherwise. Managers, and everyone who works in the campaign:
 * they see all its calls. No audit, no event; the contacts shown are counted. With `later` a count that has to read many
 * calls is left to countAudience(). `signal` is aborted when the client no longer waits for the answer.
 */
export async function listAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  const audience = await getReadable(ctx, id);
  const { calls, total } = await readPage({ ...ctx, signal }, ctx.actor, audience, query);
  const shown = calls.map(({ number }) => ({ number, campaignId: id }));
  await trackContactReads(ctx, shown, 'list');
  return { calls, totalElementsCount: total, page: query.pageNumber };
}

/** How many calls match, exactly, as a request of its own. For all who see the campaign. */
export async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  return countCalls({ ...ctx, signal }, ctx.actor, await getReadable(ctx, id), query);
}
