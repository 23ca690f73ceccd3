import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql } from 'kysely';
import { hasOwnLeaf, inCampaign, type CallRange } from '../range.ts';
import { isOneIndexRun, matchesEveryCall, type CallFilter } from './filter.ts';
import { readMany, type Reader } from './heavy-reads.ts';

/** A campaign's calls. Every position below `nextPosition` has a call, so ids have no gaps. */
export interface CampaignCalls extends CallRange {
  nextPosition: number;
}

export interface Slice {
  offset: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/** All calls of a load have the same creation time, and loads follow each other: load order is the order of creation. */
export const isLoadOrder = (order: AudienceOrder) => order === 'id' || order === 'createdAt';

interface Listed {
  filter: CallFilter;
  order: AudienceOrder;
  /** How many match; undefined where no counter knows. */
  total: number | undefined;
}

/** From an index to its calls one by one is slower than reading and sorting all of them from a few hundred thousand on. */
const WALKED_MAX = 10_000;

/** The ids of a page that is found from fewer calls than lie before it or match; undefined for every other one. */
export async function walkPage(
  reader: Reader,
  audience: CampaignCalls,
  { filter, order, total = 0 }: Listed,
  slice: Slice,
): Promise<number[] | undefined> {
  // Only without filters: a walk by number might pass by all calls before it meets one that matches.
  if (order === 'number' && matchesEveryCall(filter) && hasOwnLeaf(audience) && slice.offset <= WALKED_MAX)
    return walkByNumber(reader, audience, slice);
  const [state, ...more] = filter.states ?? [];
  const isOneState = isLoadOrder(order) && state !== undefined && more.length === 0 && !filter.operators;
  const others = audience.nextPosition - total;
  if (isOneState && isOneIndexRun(filter) && others < slice.offset)
    return walkPastOthers(reader, audience, { state, others }, slice);
  return undefined;
}

/** A campaign has no number twice. */
async function walkByNumber(
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
 * A state that nearly all calls have, far down. Ids have no gaps, so the place of its call number `offset` is that number and as many
 * as are in other states before it: those alone are counted. A call of another state is before it if at most `offset` of the state
 * are before that call, and these are all before it but the others.
 */
async function walkPastOthers(
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
  const reached = offset + counted[0]!.before;
  const from = direction === 'asc' ? sql`call.id >= ${first + reached}` : sql`call.id <= ${end - 1 - reached}`;
  const { rows } = await readMany(reader, { calls: limit, followsIndex: true }, (trx) =>
    sql<{ id: number }>`
      select call.id from call where ${inCampaign(audience)} and ${from} and call.state_id = ${state}::bigint
      order by call.id ${sql.raw(direction)} limit ${limit}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}
