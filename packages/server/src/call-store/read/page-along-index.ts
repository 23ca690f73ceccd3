import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql } from 'kysely';
import { hasOwnPartition, inCampaign, type CallRange } from '../range.ts';
import { isOneIndexRun, matchesEveryCall, type CallFilter } from './filter.ts';
import { readMany, type Reader } from './heavy-reads.ts';

/** Every position below `nextPosition` has a call, so ids have no gaps. */
export interface CampaignCalls extends CallRange {
  nextPosition: number;
}

export interface Slice {
  offset: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/** All calls of a load have the same creation time and loads are sequential, so load order is creation order. */
export const isLoadOrder = (order: AudienceOrder) => order === 'id' || order === 'createdAt';

interface Listed {
  filter: CallFilter;
  order: AudienceOrder;
  /** Number of matches; undefined if no counter has it. */
  total: number | undefined;
}

/** Beyond this, fetching calls one by one from an index is slower than reading and sorting all of them. */
const INDEX_OFFSET_MAX = 10_000;

/** The ids of a page, if an index gives it from fewer calls than lie before it or match; otherwise undefined. */
export async function pageAlongIndex(
  reader: Reader,
  audience: CampaignCalls,
  { filter, order, total = 0 }: Listed,
  slice: Slice,
): Promise<number[] | undefined> {
  // Only without filters: a scan by number might pass all calls before it finds a match.
  if (order === 'number' && matchesEveryCall(filter) && hasOwnPartition(audience) && slice.offset <= INDEX_OFFSET_MAX)
    return pageByNumber(reader, audience, slice);
  const [state, ...more] = filter.states ?? [];
  const isOneState = isLoadOrder(order) && state !== undefined && more.length === 0 && !filter.operators;
  const others = audience.nextPosition - total;
  if (isOneState && isOneIndexRun(filter) && others < slice.offset)
    return pageOfCommonState(reader, audience, { state, others }, slice);
  return undefined;
}

/** Numbers are unique in a campaign. */
async function pageByNumber(
  reader: Reader,
  audience: CampaignCalls,
  { offset, limit, direction }: Slice,
): Promise<number[]> {
  const { rows } = await readMany(reader, { calls: offset + limit, followsIndex: true }, (trx) =>
    sql<{ id: number }>`
      select call.id from call where ${inCampaign(audience)}
      order by call.number ${sql.raw(direction)} limit ${limit} offset ${offset}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

/**
 * A deep page of a state that nearly all calls have. Ids have no gaps, so the position of its call number `offset` is `offset` plus
 * the number of calls of other states before it, and only those are counted. A call of another state lies before it if at most
 * `offset` calls of the state lie before that call.
 */
async function pageOfCommonState(
  reader: Reader,
  audience: CampaignCalls,
  { state, others }: { state: number; others: number },
  { offset, limit, direction }: Slice,
): Promise<number[]> {
  const first = audience.idLo ?? 0;
  const end = first + audience.nextPosition;
  const place = direction === 'asc' ? sql`call.id - ${first}::bigint` : sql`${end - 1}::bigint - call.id`;
  const idsWhere = (side: '<' | '>') => sql`
    select ${place} as place from call
    where ${inCampaign(audience)} and call.id < ${end} and call.state_id ${sql.raw(side)} ${state}::bigint`;
  const { rows: counted } = await readMany(reader, { calls: others }, (trx) =>
    sql<{ before: number }>`
      select count(*) as before from (
        select place - (row_number() over (order by place) - 1) as of_state
        from (${idsWhere('<')} union all ${idsWhere('>')}) other
      ) numbered where of_state <= ${offset}`.execute(trx),
  );
  const position = offset + counted[0]!.before;
  const from = direction === 'asc' ? sql`call.id >= ${first + position}` : sql`call.id <= ${end - 1 - position}`;
  const { rows } = await readMany(reader, { calls: limit, followsIndex: true }, (trx) =>
    sql<{ id: number }>`
      select call.id from call where ${inCampaign(audience)} and ${from} and call.state_id = ${state}::bigint
      order by call.id ${sql.raw(direction)} limit ${limit}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}
