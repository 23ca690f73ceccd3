import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql } from 'kysely';
import { fromOtherEnd, nearEnd } from './load-order.ts';
import {
  findNewest,
  lookThrough,
  lookThroughGroups,
  upTo,
  type Found,
  type Group,
  type Run,
} from './look-through.queries.ts';
import { isCounted, isEverything } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { listSubstatesByName, type Slice } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';
import { listOperatorsByName, listStatesByName, sumTotals } from './totals.queries.ts';

type Sorted = Exclude<AudienceOrder, 'id' | 'createdAt' | 'number'>;

/**
 * A page in an order that is neither that of loading nor of numbers: walked along its indexes (migration 0145) until the page
 * is full, which any common filter fills soon. Undefined if that leads too far.
 */
export async function sortedIds(
  seek: Seek,
  narrowing: Narrowing,
  order: Sorted,
  slice: Slice,
): Promise<number[] | undefined> {
  const { nearer, isMirrored } = fromNearerEnd(slice, await totalOf(seek, narrowing));
  const wanted = nearer.offset + nearer.limit;
  if (wanted > seek.reach.firstLookRows) return undefined;
  const ids = await WALKS[order](seek, narrowing, { ...nearer, offset: 0, limit: wanted, isMirrored });
  const page = ids?.slice(nearer.offset);
  return isMirrored ? page?.toReversed() : page;
}

/** How many match, where that is known without counting. */
async function totalOf({ db, audience }: Seek, narrowing: Narrowing): Promise<number | undefined> {
  if (isEverything(narrowing)) return audience.nextPosition;
  return isCounted(narrowing) ? sumTotals(db, audience.id, narrowing) : undefined;
}

/** The last pages are the first ones of the other direction, where it is known how many there are. */
function fromNearerEnd(slice: Slice, total: number | undefined) {
  if (total === undefined || slice.offset >= total) return { nearer: slice, isMirrored: false };
  const mirrored = fromOtherEnd(slice, total);
  return mirrored.offset < slice.offset ? { nearer: mirrored, isMirrored: true } : { nearer: slice, isMirrored: false };
}

interface Way extends Slice {
  isMirrored: boolean;
}
/** The first `limit` of an order, or undefined if that is not known without reading everything. */
type Walk = (seek: Seek, narrowing: Narrowing, way: Way) => Promise<number[] | undefined>;

/** As migration 0145 divides the calls: those an order's index has, and the rest, in load order in an index of old. */
interface Parts {
  key: 'updated_at' | 'call_count';
  indexed: Run;
  rest: Run;
  /** Whether any of the rest can match. */
  hasRest: (narrowing: Narrowing) => boolean;
  /** No key of the rest is above it. */
  highestOfRest: (seek: Seek) => Promise<number>;
}
const BY_CHANGE: Parts = {
  key: 'updated_at',
  indexed: {
    within: sql<boolean>`(call.operator_id is not null or call.state_id <> 1 or call.updated_at <> call.created_at)`,
    key: 'updated_at',
    order: 'updated_at',
  },
  rest: {
    within: sql<boolean>`call.state_id = 1`,
    key: 'updated_at',
    only: sql<boolean>`call.operator_id is null and call.updated_at = call.created_at`,
  },
  hasRest: ({ states, operators }) => (states?.includes(1) ?? true) && (operators?.includes(null) ?? true),
  highestOfRest: ({ db, audience }) => findNewest(db, audience),
};
const BY_REGISTRATIONS: Parts = {
  key: 'call_count',
  indexed: {
    within: sql<boolean>`(call.call_count > 0 or call.state_id <> 1)`,
    key: 'call_count',
    order: 'call_count',
  },
  rest: { within: sql<boolean>`call.state_id = 1`, only: sql<boolean>`call.call_count = 0` },
  hasRest: ({ states, callsMin = 0 }) => (states?.includes(1) ?? true) && callsMin === 0,
  highestOfRest: () => Promise.resolve(0),
};

const WALKS: Record<Sorted, Walk> = {
  updatedAt: (seek, narrowing, slice) => merged(seek, narrowing, slice, BY_CHANGE),
  callCounter: (seek, narrowing, slice) => merged(seek, narrowing, slice, BY_REGISTRATIONS),
  substateName: bySubstate,
  stateName: (seek, narrowing, slice) => byCountedGroups(seek, narrowing, 'state_id', slice),
  userName: (seek, narrowing, slice) => byCountedGroups(seek, narrowing, 'operator_id', slice),
};

/** Two runs become one order. Once the first has filled the page, the second is asked only for what could come before its end. */
async function merged(seek: Seek, narrowing: Narrowing, slice: Way, parts: Parts): Promise<number[] | undefined> {
  const isUp = slice.direction === 'asc';
  if (!parts.hasRest(narrowing)) return (await look(seek, narrowing, slice, parts.indexed))?.map(({ id }) => id);
  const first = await look(seek, narrowing, slice, isUp ? parts.rest : parts.indexed);
  if (!first) return undefined;
  const last = first.length === slice.limit ? first.at(-1) : undefined;
  if (last && !isUp && last.key > (await parts.highestOfRest(seek))) return first.map(({ id }) => id);
  const indexed = last ? upTo(parts.indexed, parts.key, last.key) : parts.indexed;
  const second = await look(seek, narrowing, slice, isUp ? indexed : parts.rest);
  if (!second) return undefined;
  const way = isUp ? 1 : -1;
  const all = [...first, ...second].toSorted((a, b) => way * (a.key - b.key || a.id - b.id));
  return all.slice(0, slice.limit).map(({ id }) => id);
}

function look({ db, audience, reach }: Seek, narrowing: Narrowing, way: Way, run: Run): Promise<Found[] | undefined> {
  const { limit: wanted, direction } = way;
  // Without filters nothing is looked at in vain.
  return lookThrough({ db, audience, run, narrowing }, { wanted, direction, most: Math.max(wanted, reach.walk) });
}

/** One substate after the other; who has none stands last either way, and first where the end is looked at. */
async function bySubstate(seek: Seek, narrowing: Narrowing, way: Way): Promise<number[] | undefined> {
  const { substateId } = narrowing;
  const named = await listSubstatesByName(seek.db);
  const ordered = way.direction === 'asc' ? named : named.toReversed();
  const all = way.isMirrored ? [null, ...ordered] : [...ordered, null];
  const ids: number[] = [];
  for (const id of substateId === undefined ? all : [substateId]) {
    const limit = way.limit - ids.length;
    if (limit === 0) break;
    const found = await ofSubstate(seek, narrowing, { ...way, limit }, id);
    if (!found) return undefined;
    ids.push(...found);
  }
  return ids;
}

async function ofSubstate(seek: Seek, narrowing: Narrowing, way: Way, id: number | null) {
  if (id === null) return nearEnd(seek, { ...narrowing, substateId: null }, way);
  const found = await look(seek, narrowing, way, { within: sql<boolean>`call.substate_id = ${id}` });
  return found?.map((call) => call.id);
}

/** How many calls each group has, and which come first, counters know. Nobody's are last, and first where the end is looked at. */
async function byCountedGroups(
  seek: Seek,
  narrowing: Narrowing,
  column: 'state_id' | 'operator_id',
  way: Way,
): Promise<number[] | undefined> {
  const { db, audience, reach } = seek;
  const list = column === 'state_id' ? listStatesByName : listOperatorsByName;
  // All that each group has, whatever else is asked for: so many of them are looked at.
  const { states, operators } = narrowing;
  const named = await list(
    db,
    audience.id,
    column === 'state_id' ? { ...(states && { states }) } : { ...(operators && { operators }) },
  );
  const others = named.filter(({ id }) => id !== 0);
  const ordered = way.direction === 'asc' ? others : others.toReversed();
  const groups: Group[] = [];
  let left = reach.walk;
  for (const { id, n } of ordered) {
    if (left <= 0) break;
    groups.push({ id, most: Math.min(n, left) });
    left -= n;
  }
  const ofSomebody = async (wanted: number) => {
    const found = await lookThroughGroups(db, audience, column, groups, narrowing, { ...way, wanted });
    return found.length === wanted || left >= 0 ? found : undefined;
  };
  if (others.length === named.length) return ofSomebody(way.limit);
  const ofNobody = (limit: number) => nearEnd(seek, { ...narrowing, operators: [null] }, { ...way, limit });
  return way.isMirrored ? inTurn(way.limit, ofNobody, ofSomebody) : inTurn(way.limit, ofSomebody, ofNobody);
}

type Part = (wanted: number) => Promise<number[] | undefined>;

/** What the first part leaves of the page, the second fills. */
async function inTurn(wanted: number, first: Part, second: Part): Promise<number[] | undefined> {
  const found = await first(wanted);
  if (!found || found.length === wanted) return found;
  const rest = await second(wanted - found.length);
  return rest && [...found, ...rest];
}
