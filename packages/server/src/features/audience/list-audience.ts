import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import {
  type AudienceRecord,
  countCalls,
  countUnlessHeavy,
  type Reader,
  readPage,
  resolveFilter,
} from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import { watchReadings } from '../../work/contact-readings.ts';
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
  const { pageNumber, pageSize, orderbytitle: order = 'id', orderbytype: direction = 'asc', later = false } = query;
  const filter = await resolveFilter(ctx.db, ctx.actor, audience, query);
  const reader: Reader = { ...ctx, signal };
  const slice = { order, direction, offset: pageNumber * pageSize, limit: pageSize };
  const [calls, totalElementsCount] = await Promise.all([
    readPage(reader, ctx.actor, audience, filter, slice).then((rows) => noteRows(ctx, id, rows)),
    (later ? countUnlessHeavy : countCalls)(reader, audience, filter),
  ]);
  return { calls, totalElementsCount, page: pageNumber };
}

/** While the total is being counted, so that it adds no waiting. */
async function noteRows(ctx: SignedCtx, campaignId: number, rows: AudienceRecord[]): Promise<AudienceRecord[]> {
  const shown = rows.map(({ number }) => ({ number, campaignId }));
  await watchReadings(ctx, shown, 'list');
  return rows;
}

/** How many calls match, exactly, as a request of its own. For all who see the campaign. */
export async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  const audience = await getReadable(ctx, id);
  return countCalls({ ...ctx, signal }, audience, await resolveFilter(ctx.db, ctx.actor, audience, query));
}
