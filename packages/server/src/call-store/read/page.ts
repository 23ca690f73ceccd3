import type { AudienceListQuery, AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { type Db, fullName, type RawBuilder, selectColumn, selectRows, selectValue, sql } from '../../db/index.ts';
import { BLOCK_SIZE, hasOwnPartition, inCampaign, type CallRange } from '../range.ts';
import { LISTS_OBEYED } from '../listed.ts';
import { isVisiblePerson, personName, type Viewer } from '../reach.ts';
import { BLOCK_REASON, type CallColumns, type NamedCall, type NumberBlocks } from './contact.ts';
import {
  hasLongNumber,
  isCountedByCounters,
  isFreeAlone,
  matchesEveryCall,
  matchesNoCall,
  isOneIndexRun,
  matches,
  type CallFilter,
} from './filter.ts';
import { resolveFilter, type CallQuery } from './resolve-filter.ts';
import { HEAVY_CALLS, readMany, type Reader } from './heavy-reads.ts';
import { countWhere, isMovable, isUntouchedSince, type SegmentedCalls } from './movable.ts';
import { countUnassigned, sumTotals } from './totals.ts';

/** Every position below `nextPosition` has a call, so ids have no gaps. */
export type CampaignCalls = CallRange & { nextPosition: number };

type Slice = { offset: number; limit: number; direction: 'asc' | 'desc' };

/** All calls of a load have the same creation time and loads are sequential, so load order is creation order. */
const isLoadOrder = (order: AudienceOrder) => order === 'id' || order === 'createdAt';

/** One page of the audience list and the number of matches; with `later` null if counting them would be a heavy read. */
export async function readPage(reader: Reader, viewer: Viewer, audience: CampaignCalls, query: AudienceListQuery) {
  const { pageNumber, pageSize: limit, orderbytitle: order = 'id', orderbytype: direction = 'asc', later } = query;
  const filter = await resolveFilter(reader.db, viewer, audience, query);
  const readRows = async () => {
    const ids = await selectPageIds(reader, audience, filter, order, { offset: pageNumber * limit, limit, direction });
    return selectListed(reader.db, viewer, audience, ids);
  };
  const count = later ? countUnlessHeavy : countExactly;
  const [calls, total] = await Promise.all([readRows(), count(reader, audience, filter)]);
  return { calls, total };
}

/** Exact number of matches; `free`: only calls that Segmentar can assign. */
export async function countCalls(
  reader: Reader,
  viewer: Viewer,
  audience: CampaignCalls,
  { free, ...query }: CallQuery & Pick<CallFilter, 'free'>,
): Promise<number> {
  const filter = await resolveFilter(reader.db, viewer, audience, query);
  return countExactly(reader, audience, { ...filter, ...(free && { free }) });
}

/** Upper limit of the matches, from the counters. */
export async function countAtMost(reader: Reader, viewer: Viewer, audience: CampaignCalls, query: CallQuery) {
  const filter = await resolveFilter(reader.db, viewer, audience, query);
  if (audience.nextPosition === 0 || matchesNoCall(filter)) return 0;
  return sumTotals(reader.db, audience.id, filter);
}

/** Calls that undoing the segmentation would move now. */
export const countUntouched = (reader: Reader, range: CallRange, segmentation: SegmentedCalls, now: Date) =>
  readMany(reader, { calls: segmentation.total }, (trx) => countWhere(trx, isUntouchedSince(range, segmentation, now)));

/** Calls that Rebalancear from these operators would move now. */
export async function countMovable(reader: Reader, range: CallRange, operators: readonly number[], now: Date) {
  const calls = await sumTotals(reader.db, range.id, { operators });
  return readMany(reader, { calls }, (trx) => countWhere(trx, isMovable(range, operators, now)));
}

const countExactly = async (reader: Reader, audience: CampaignCalls, filter: CallFilter): Promise<number> =>
  (await countFromCounters(reader, audience, filter)) ?? countMatches(reader, audience, filter);

/** Null if no counter has the answer. */
export async function countFromCounters({ db }: Pick<Reader, 'db'>, audience: CampaignCalls, filter: CallFilter) {
  if (audience.nextPosition === 0 || matchesNoCall(filter)) return 0;
  if (matchesEveryCall(filter)) return audience.nextPosition;
  if (isFreeAlone(filter)) return countUnassigned(db, audience.id, 'free');
  return isCountedByCounters(filter) ? sumTotals(db, audience.id, filter) : null;
}

const countUnlessHeavy = async (reader: Reader, audience: CampaignCalls, filter: CallFilter): Promise<number | null> =>
  ((await callsToRead(reader, audience, filter)) > HEAVY_CALLS ? countFromCounters : countExactly)(
    reader,
    audience,
    filter,
  );

// Without filters and in load order ids are computed. One state and/or operator is an index run; anything else reads and sorts
// all calls of its states and operators. A known total lets the offset be counted from the nearer end.
async function selectPageIds(
  reader: Reader,
  audience: CampaignCalls,
  filter: CallFilter,
  order: AudienceOrder,
  slice: Slice,
): Promise<number[]> {
  if (audience.nextPosition === 0 || matchesNoCall(filter)) return [];
  if (isLoadOrder(order) && matchesEveryCall(filter)) return idsByPosition(audience, slice);
  const isIndexRun = isLoadOrder(order) && isOneIndexRun(filter);
  // The planner follows the index only for the bare id.
  const key = isIndexRun ? sql<number>`call.id` : await sortKeyOf(reader.db, order, slice.direction);
  const total = isCountedByCounters(filter) ? await sumTotals(reader.db, audience.id, filter) : undefined;
  const { nearer, isMirrored } = fromNearerEnd(slice, total);
  if (nearer.limit === 0) return [];
  const sort = async () => {
    const calls = isIndexRun ? nearer.offset + nearer.limit : await callsToRead(reader, audience, filter);
    return selectSorted(reader, audience, filter, { ...nearer, key, calls });
  };
  const ids = (await pageAlongIndex(reader, audience, { filter, order, total }, nearer)) ?? (await sort());
  return isMirrored ? ids.toReversed() : ids;
}

/** Beyond this, fetching calls one by one from an index is slower than reading and sorting all of them. */
const INDEX_OFFSET_MAX = 10_000;

/** The ids of a page, if an index gives it from fewer calls than lie before it or match; otherwise undefined. */
async function pageAlongIndex(
  reader: Reader,
  audience: CampaignCalls,
  { filter, order, total = 0 }: { filter: CallFilter; order: AudienceOrder; total: number | undefined },
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
async function pageByNumber(reader: Reader, audience: CampaignCalls, { offset, limit, direction }: Slice) {
  return readMany(
    reader,
    { calls: offset + limit, followsIndex: true },
    (trx) => selectColumn<number>(trx)`
      select call.id from call where ${inCampaign(audience)}
      order by call.number ${sql.raw(direction)} limit ${limit} offset ${offset}`,
  );
}

// A deep page of a state that nearly all calls have: the position of its call number `offset` is `offset` plus the calls of
// other states before it, and only those are counted. At most `offset` calls of the state lie before such a call.
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
  const before = await readMany(
    reader,
    { calls: others },
    (trx) => selectValue<number>(trx)`
      select count(*) from (
        select place - (row_number() over (order by place) - 1) as of_state
        from (${idsWhere('<')} union all ${idsWhere('>')}) other
      ) numbered where of_state <= ${offset}`,
  );
  const position = offset + before;
  const from = direction === 'asc' ? sql`call.id >= ${first + position}` : sql`call.id <= ${end - 1 - position}`;
  return readMany(
    reader,
    { calls: limit, followsIndex: true },
    (trx) => selectColumn<number>(trx)`
      select call.id from call where ${inCampaign(audience)} and ${from} and call.state_id = ${state}::bigint
      order by call.id ${sql.raw(direction)} limit ${limit}`,
  );
}

/** Upper limit of calls read, from the counters. Few calls share four digits or more. */
async function callsToRead({ db }: Reader, audience: CampaignCalls, filter: CallFilter): Promise<number> {
  return hasLongNumber(filter) ? 0 : sumTotals(db, audience.id, filter);
}

function idsByPosition({ idLo, nextPosition }: CampaignCalls, { offset, limit, direction }: Slice): number[] {
  const length = Math.max(0, Math.min(limit, nextPosition - offset));
  const first = (idLo ?? 0) + (direction === 'asc' ? offset : nextPosition - 1 - offset);
  return Array.from({ length }, (_, index) => (direction === 'asc' ? first + index : first - index));
}

/** With a known total, a page near the end is read backwards from the end (`isMirrored`). */
function fromNearerEnd(slice: Slice, total: number | undefined): { nearer: Slice; isMirrored: boolean } {
  if (total === undefined) return { nearer: slice, isMirrored: false };
  const end = Math.min(total, slice.offset + slice.limit);
  const offset = Math.min(slice.offset, total);
  const nearer = { ...slice, offset, limit: end - offset };
  if (offset <= total - end) return { nearer, isMirrored: false };
  const direction = slice.direction === 'asc' ? 'desc' : 'asc';
  return { nearer: { offset: total - end, limit: end - offset, direction }, isMirrored: true };
}

// One bigint, because sorting millions by two columns takes twice as long: the low 24 bits are the position, the rest the value
// or the name's rank. Calls without a name sort last in both directions.
async function sortKeyOf(db: Db, order: AudienceOrder, direction: Slice['direction']): Promise<RawBuilder<number>> {
  const byValue = (value: RawBuilder<unknown>) => sql<number>`(${value} * ${BLOCK_SIZE}::bigint + ${POSITION})`;
  const noName = (direction === 'asc' ? 2 ** 28 : -1) * BLOCK_SIZE;
  const byRank = async (table: RawBuilder<unknown>, name: RawBuilder<unknown>, id: RawBuilder<unknown>) => {
    const ranks = await alphabeticalRanks(db, table, name);
    return sql<number>`(coalesce((${ranks}::bigint[])[${id}], ${noName}::bigint) + ${POSITION})`;
  };
  const keys: Record<AudienceOrder, () => RawBuilder<number> | Promise<RawBuilder<number>>> = {
    id: () => POSITION,
    createdAt: () => POSITION,
    number: () => byValue(sql`call.number`),
    callCounter: () => byValue(sql`call.call_count`),
    // Steps of 8 ms fit until the year 2106.
    updatedAt: () => byValue(sql`(date_part('epoch', call.updated_at) * 128)::bigint`),
    stateName: () => byRank(sql`state`, sql`name`, sql`call.state_id`),
    substateName: () => byRank(sql`substate`, sql`name`, sql`call.substate_id`),
    userName: () => byRank(sql`app_user`, fullName(), sql`call.operator_id`),
  };
  return keys[order]();
}
/** An expression, so that the planner does not scan the id index until it finds matches. */
const POSITION = sql<number>`(call.id & ${BLOCK_SIZE - 1}::bigint)`;

/** Element `id - 1` is the alphabetical rank times BLOCK_SIZE. Unused ids are 0: PostgreSQL reads arrays with nulls from the start. */
async function alphabeticalRanks(db: Db, table: RawBuilder<unknown>, name: RawBuilder<unknown>): Promise<number[]> {
  const rows = await selectRows<{ id: number; place: number }>(db)`
    select id, row_number() over (order by ${name} collate "es-x-icu", id)::int as place from ${table}`;
  const values: number[] = [];
  for (const { id, place } of rows) values[id - 1] = place * BLOCK_SIZE;
  return Array.from(values, (value) => value ?? 0);
}

type Sorting = Slice & { key: RawBuilder<number>; calls: number };

/** For exports; undefined for load order, which needs no sort. */
export const listOrder = async (db: Db, order: AudienceOrder, direction: Slice['direction']) =>
  isLoadOrder(order) ? undefined : sql`${await sortKeyOf(db, order, direction)} ${sql.raw(direction)}`;

async function selectSorted(
  reader: Reader,
  audience: CampaignCalls,
  filter: CallFilter,
  { key, offset, limit, direction, calls }: Sorting,
): Promise<number[]> {
  const way = sql.raw(direction);
  const positions = await readMany(
    reader,
    { calls, findsPersons: filter.text?.words !== undefined },
    (trx) => selectColumn<number>(trx)`
      select key & ${BLOCK_SIZE - 1}::bigint as position
      from (select ${key} as key from call where ${matches(audience, filter)}
        order by 1 ${way} limit ${limit} offset ${offset}) as page
      order by key ${way}`,
  );
  return positions.map((position) => (audience.idLo ?? 0) + position);
}

async function countMatches(reader: Reader, audience: CampaignCalls, filter: CallFilter): Promise<number> {
  const calls = await callsToRead(reader, audience, filter);
  return readMany(
    reader,
    { calls, findsPersons: filter.text?.words !== undefined },
    (trx) => selectValue<number>(trx)`select count(*) from call where ${matches(audience, filter)}`,
  );
}

type ListedColumns = CallColumns<'stateId' | 'inReserve' | 'blocked' | 'createdAt' | 'updatedAt'>;
/** `name` is empty if the viewer may not see the person. */
export type AudienceRecord = NamedCall & NumberBlocks & ListedColumns & { name: string; userName: string | null };

/** In the order of `ids`. */
async function selectListed(db: Db, viewer: Viewer, range: CallRange, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await selectRows<AudienceRecord>(db)`
    select call.id, call.number, call.state_id, state.name as state_name, state.color as state_color,
      substate.name as substate_name, ${fullName('u')} as user_name, call.callback_at, call.call_count, call.in_reserve, call.blocked,
      ${BLOCK_REASON} as block_reason, ${LISTS_OBEYED} as block_lists, coalesce(${personName}, '') as name,
      call.created_at, call.updated_at
    from call
    join campaign on campaign.id = call.campaign_id
    join state on state.id = call.state_id
    left join person on person.id = call.person_id and ${isVisiblePerson(viewer)}
    left join substate on substate.id = call.substate_id
    left join app_user u on u.id = call.operator_id
    left join blocked_number on blocked_number.number = call.number
    where ${inCampaign(range)} and call.id = any(${[...ids]}::bigint[])`;
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}
