import type { AudienceListQuery } from '@campanero/contract/audience/list-schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findAudience, type Audience } from './audience.queries.ts';
import type { Columns } from './columns/columns.ts';
import { askColumns, askDatabase, warmColumns, type Source } from './columns/memory.ts';
import { countFound } from './columns/find-matches.ts';
import { isFew } from './few.ts';
import { narrow, narrowByText } from './narrow-audience.ts';
import { hasColumnsFor, isCounted, isEverything, isNothing, keyOf } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { pageIds, seekOf } from './page-ids.ts';
import { selectRows } from './rows.queries.ts';
import { REACH } from './seek.ts';
import { countMatches, sumTotals } from './totals.queries.ts';

/** A campaign within the caller's reach whose audience can be read: while one is being loaded it cannot (decisions 2). */
export async function getReadable({ db, actor, clock }: SignedCtx, id: number): Promise<Audience> {
  const audience = await findAudience(db, actor, id, clock());
  if (!audience) throw new AppError('NOT_FOUND');
  if (audience.status === 'CARGANDO AUDIENCIA') throw new AppError('CAMPAIGN_PROCESSING');
  return audience;
}

async function narrowed({ db, actor }: SignedCtx, audience: Audience, query: AudienceListQuery): Promise<Narrowing> {
  const narrowing = narrow(query, actor);
  return query.general ? narrowByText(db, actor, audience, narrowing, query.general) : narrowing;
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
  // Whoever opens a long list will filter it next; an operator's own calls have an index.
  if (audience.nextPosition > REACH.whole && !narrowing.operators) warmColumns(ctx, audience);
  const reading = pageIds(ctx, audience, narrowing, orderbytitle, slice).then((ids) =>
    selectRows(ctx.db, ctx.actor, audience, ids),
  );
  const [calls, totalElementsCount] = await Promise.all([
    reading,
    later ? quickTotal(ctx, audience, narrowing) : exactTotal(ctx, audience, narrowing),
  ]);
  return { calls, totalElementsCount, page: pageNumber };
}

/** How many match, exactly; asked for apart from the rows. Whoever sees the campaign. */
export async function countAudience(ctx: SignedCtx, id: number, query: AudienceListQuery): Promise<number> {
  const audience = await getReadable(ctx, id);
  return exactTotal(ctx, audience, await narrowed(ctx, audience, query));
}

/** Null where counting takes looking at the whole audience and nobody has done it since the last change. */
async function quickTotal(source: Source, audience: Audience, narrowing: Narrowing): Promise<number | null> {
  if (audience.nextPosition === 0 || isNothing(narrowing)) return 0;
  if (isEverything(narrowing)) return audience.nextPosition;
  if (isCounted(narrowing)) return sumTotals(source.db, audience.id, narrowing);
  if (!hasColumnsFor(narrowing)) return null;
  if (await isFew(seekOf(source, audience), narrowing)) return countMatches(source.db, audience, narrowing);
  const recall = async ({ totals }: Columns) => totals.get(keyOf(narrowing));
  const known = await askColumns(source, audience, recall, { isPatient: false });
  return known?.answer ?? null;
}

/** Sooner counted by the database than read into columns, where they are not there. */
export async function exactTotal(source: Source, audience: Audience, narrowing: Narrowing): Promise<number> {
  const known = await quickTotal(source, audience, narrowing);
  if (known !== null) return known;
  const counted = hasColumnsFor(narrowing)
    ? await askColumns(source, audience, (columns) => countFound(columns, narrowing), { isPatient: false })
    : undefined;
  return counted ? counted.answer : askDatabase(source, audience, countMatches(source.db, audience, narrowing));
}
