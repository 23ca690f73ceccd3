import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findAudience, type Audience } from './audience.queries.ts';
import { getHistogram, recallHistogram } from './histogram-memory.ts';
import { narrow, narrowByText } from './narrow-audience.ts';
import { isCounted, isEverything, isNothing } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { pageIds } from './page-ids.ts';
import { selectRows } from './rows.queries.ts';
import { sumTotals } from './totals.queries.ts';

/** A campaign within the caller's reach whose audience can be read: while one is being loaded it cannot (decisions 2). */
export async function getReadable({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> {
  const audience = await findAudience(db, actor, id, clock());
  if (!audience) throw new AppError('NOT_FOUND');
  if (audience.status === 'CARGANDO AUDIENCIA') throw new AppError('CAMPAIGN_PROCESSING');
  return audience;
}

async function narrowed({ db, actor }: SignedCtx, audience: Audience, query: AudienceListQuery): Promise<Narrowing> {
  const narrowing = narrow(query, actor);
  return query.general ? narrowByText(db, audience, narrowing, query.general) : narrowing;
}

/**
 * One page of a campaign's audience, in load order unless asked otherwise (spec 3, decisions 2). Managers, and everyone who
 * works in the campaign: they see all its calls. Reads only: no audit, no event. With `later` an exact count that takes its
 * time is left to countAudience() (UX-10).
 */
export async function listAudience(ctx: SignedCtx, id: number, query: AudienceListQuery) {
  const audience = await getReadable(ctx, id);
  const { pageNumber, pageSize, orderbytitle = 'id', orderbytype = 'asc', later = false } = query;
  const narrowing = await narrowed(ctx, audience, query);
  const slice = { offset: pageNumber * pageSize, limit: pageSize, direction: orderbytype };
  const reading = pageIds(ctx.db, audience, narrowing, orderbytitle, slice).then((ids) =>
    selectRows(ctx.db, audience, ids),
  );
  const [calls, total] = await Promise.all([
    reading,
    later ? quickTotal(ctx.db, audience, narrowing) : exactTotal(ctx.db, audience, narrowing),
  ]);
  // Finding the page may have counted everything by the way.
  const totalElementsCount = total ?? recallHistogram(ctx.db, audience, narrowing)?.total ?? null;
  return { calls, totalElementsCount, page: pageNumber };
}

/** How many match, exactly; asked for apart from the rows. Whoever sees the campaign. */
export async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery): Promise<number> {
  const audience = await getReadable(ctx, id);
  return exactTotal(ctx.db, audience, await narrowed(ctx, audience, query));
}

/** Null where counting takes reading the whole audience. */
async function quickTotal(db: Db, audience: Audience, narrowing: Narrowing): Promise<number | null> {
  if (audience.nextPosition === 0 || isNothing(narrowing)) return 0;
  if (isEverything(narrowing)) return audience.nextPosition;
  if (isCounted(narrowing)) return sumTotals(db, audience.id, narrowing);
  return recallHistogram(db, audience, narrowing)?.total ?? null;
}

export const exactTotal = async (db: Db, audience: Audience, narrowing: Narrowing): Promise<number> =>
  (await quickTotal(db, audience, narrowing)) ?? (await getHistogram(db, audience, narrowing)).total;
