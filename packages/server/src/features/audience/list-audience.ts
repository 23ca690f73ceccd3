import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findAudience, type Audience } from './audience.queries.ts';
import { HEAVY_CALLS, type Look } from './look.queries.ts';
import { narrow, narrowByText } from './narrow-audience.ts';
import { isCounted, isEverything, isNothing, onlyOf, type Narrowing } from './narrowing.queries.ts';
import { callsToRead, countMatches, selectPageIds } from './page.queries.ts';
import { selectRows } from './rows.queries.ts';
import { listStatesToCall, sumTotals } from './totals.queries.ts';

/** A campaign within the caller's reach whose audience can be read: while the first one is being loaded there is none (decisions 2). */
export async function getReadable({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> {
  const audience = await findAudience(db, actor, id, clock());
  if (!audience) throw new AppError('NOT_FOUND');
  if (audience.status === 'CARGANDO AUDIENCIA' && audience.nextPosition === 0)
    throw new AppError('CAMPAIGN_PROCESSING');
  return audience;
}

async function narrowed({ db, actor }: SignedCtx, audience: Audience, query: AudienceListQuery): Promise<Narrowing> {
  const asked = narrow(query, actor);
  const narrowing = query.toCall ? { ...asked, states: onlyOf(asked.states, await listStatesToCall(db)) } : asked;
  return query.general ? narrowByText(db, actor, audience, narrowing, query.general) : narrowing;
}

/**
 * One page of a campaign's audience, in load order unless asked otherwise (spec 3, decisions 2). Managers, and everyone who
 * works in the campaign: they see all its calls. Reads only: no audit, no event. With `later` a count that takes reading
 * many calls is left to countAudience() (UX-10). `signal`: whether the caller still waits for the answer.
 */
export async function listAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  const audience = await getReadable(ctx, id);
  const { pageNumber, pageSize, orderbytitle = 'id', orderbytype = 'asc', later = false } = query;
  const narrowing = await narrowed(ctx, audience, query);
  const look: Look = { db: ctx.db, signal };
  const slice = { offset: pageNumber * pageSize, limit: pageSize, direction: orderbytype };
  const isCountLeft = later && (await callsToRead(look, audience, narrowing)) > HEAVY_CALLS;
  const [ids, counted] = await Promise.all([
    selectPageIds(look, audience, narrowing, orderbytitle, slice),
    isCountLeft ? quickTotal(look, audience, narrowing) : exactTotal(look, audience, narrowing),
  ]);
  return { calls: await selectRows(ctx.db, ctx.actor, audience, ids), totalElementsCount: counted, page: pageNumber };
}

/** How many match, exactly; asked for apart from the rows. Whoever sees the campaign. */
export async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery, signal?: AbortSignal) {
  const audience = await getReadable(ctx, id);
  return exactTotal({ db: ctx.db, signal }, audience, await narrowed(ctx, audience, query));
}

export const exactTotal = async (look: Look, audience: Audience, narrowing: Narrowing): Promise<number> =>
  (await quickTotal(look, audience, narrowing)) ?? countMatches(look, audience, narrowing);

/** From counters; null where calls have to be counted one by one. */
async function quickTotal({ db }: Look, audience: Audience, narrowing: Narrowing): Promise<number | null> {
  if (audience.nextPosition === 0 || isNothing(narrowing)) return 0;
  if (isEverything(narrowing)) return audience.nextPosition;
  return isCounted(narrowing) ? sumTotals(db, audience.id, narrowing) : null;
}
