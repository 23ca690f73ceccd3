import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { withoutSorting } from '../../db/nested-loops.ts';
import { OutdatedRead } from '../../work/transact.ts';
import { countMoved, groupMoved, MOVED_COLUMNS, type MovedGroup } from '../counters.ts';
import { isNumberListed } from '../listed.ts';
import type { CampaignLock, SplitLock } from '../locks.ts';
import { inCampaign, withinBounds, type CallRange } from '../range.ts';
import type { Viewer } from '../reach.ts';
import { matches, type CallFilter } from '../read/filter.ts';
import { countWhere, isOpenOfLeaving, isMovable, isUntouchedSince, type HandedOut } from '../read/movable.ts';
import { isUntouched } from '../read/own-work.ts';
import { resolveFilter, type AskedCalls } from '../read/resolve-filter.ts';

// The calls that a statement changes are one row of arrays, `picked`: their ids in ascending order and, where it matters, the operators
// they had. There is no join, so nothing depends on how many rows the planner expects: each call is looked up by its id.

/** The bounds keep the statement to the campaign's leaf. */
const isPicked = (range: CallRange) =>
  sql`call.id = any((select ids from picked)::bigint[]) and ${withinBounds(range)}`;
/** Counted from 1. */
const PLACE = sql`width_bucket(call.id, (select ids from picked))`;
const OPERATOR_BEFORE = sql`(select operators from picked)[${PLACE}]`;
const PICKED_COLUMNS = sql`array_agg(id order by id) as ids, array_agg(operator_id order by id) as operators`;

/** The calls of a campaign, locked for one split at a time. */
export interface LockedSplit {
  range: CallRange;
  split: SplitLock;
  campaign: CampaignLock;
}

/** How many calls changed hands: in all, given to and taken from each operator. */
interface Moved {
  total: number;
  to: ReadonlyMap<number, number>;
  from: ReadonlyMap<number, number>;
}

/** Every move of many calls goes through here: the statement changes the calls, then the counters move with them. */
async function move(trx: Trx, { range }: LockedSplit, statement: RawBuilder<MovedGroup>): Promise<Moved> {
  const { rows: groups } = await statement.execute(trx);
  await countMoved(trx, range.id, groups);
  return {
    total: groups.reduce((sum, { n }) => sum + n, 0),
    to: sumBy(groups, 'toOperator'),
    from: sumBy(groups, 'fromOperator'),
  };
}

function sumBy(groups: readonly MovedGroup[], side: 'fromOperator' | 'toOperator'): Map<number, number> {
  const sums = new Map<number, number>();
  for (const group of groups) sums.set(group[side], (sums.get(group[side]) ?? 0) + group.n);
  return sums;
}

/** For this transaction: memory to sort and join a million ids without writing to disk. */
async function tuneForManyCalls(trx: Trx): Promise<void> {
  await sql`select set_config('work_mem', '128MB', true)`.execute(trx);
}

/** Who gets how many. */
type Shares = readonly { id: number; amount: number }[];
interface HandOut {
  viewer: Viewer;
  filters: AskedCalls;
  /** No more free calls than this are looked for. */
  most: number;
  /** Gets how many free calls were found, before anything is changed, and may throw. All of them are handed out. */
  share: (free: number) => Promise<{ segmentationId: number; shares: Shares }>;
  now: Date;
}

/**
 * Assigns the first free calls that match to the operators, in load order and as many as their shares say. The operators take
 * turns, each as often as their share is large, so that everybody gets old and new ones alike; equal shares go round in
 * circles. Each row is checked again for operator and block as it is changed: if a block commits meanwhile, transact() starts
 * over. A split is exact or does not happen.
 */
export async function handOut(trx: Trx, locked: LockedSplit, { viewer, filters, most, share, now }: HandOut) {
  const { range } = locked;
  await tuneForManyCalls(trx);
  const filter = await resolveFilter(trx, viewer, range, filters);
  const free = await withoutSorting(trx, () => pickFree(trx, range, filter, most));
  const { segmentationId, shares } = await share(free.amount);
  const moved = await move(
    trx,
    locked,
    sql<MovedGroup>`
    with picked as materialized (
      select ${free.ids}::bigint[] as ids
    ), turns as materialized (
      select array_agg(share.operator_id order by (nth + 0.5::float8) / share.amount, share.place) as operators
      from unnest(${shares.map(({ id }) => id)}::int[], ${shares.map((one) => one.amount)}::int[]) with ordinality
        as share (operator_id, amount, place)
      cross join lateral generate_series(0, share.amount - 1) as nth
    ), moved as (
      update call set operator_id = (select operators from turns)[${PLACE}], segmentation_id = ${segmentationId},
        version = call.version + 1, updated_at = ${now}
      where ${isPicked(range)} and coalesce(call.operator_id, 0) = 0 and not call.blocked
      returning 0 as from_operator, call.operator_id as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
  if (moved.total !== free.amount) throw new OutdatedRead(`${moved.total} calls changed instead of ${free.amount}`);
  return { ...moved, segmentationId };
}

/**
 * The first free calls that match, in load order; each is read once. Their ids are the text of an array, which goes back to
 * PostgreSQL as it came. `call.blocked` may lag behind for a moment (rule calls/flags-never-wait), so each call that matches is
 * looked up among the blocked numbers and in the lists.
 */
async function pickFree(trx: Trx, range: CallRange, filter: CallFilter, most: number) {
  const { obeysLists } = await trx
    .selectFrom('campaign')
    .select('obeysLists')
    .where('id', '=', range.id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ amount: number; ids: string }>`
    select count(*) as amount, array_agg(id)::text as ids from (
      select call.id from call
      where ${matches(range, { ...filter, free: true })} and ${obeysLists ? sql`not ${isNumberListed()}` : sql`true`}
        and (select true from blocked_number where blocked_number.number = call.number limit 1) is null
      order by call.id limit ${most}
    ) free`.execute(trx);
  return rows[0]!;
}

/**
 * Takes the calls of a segmentation away from their operators again. False if one of them was touched: then the caller must
 * roll back. They are counted before anything is changed: changing a million calls and rolling back would take half a minute.
 */
export async function undoHandOut(trx: Trx, locked: LockedSplit, handedOut: HandedOut, now: Date): Promise<boolean> {
  const { range } = locked;
  await tuneForManyCalls(trx);
  if ((await countWhere(trx, isUntouchedSince(range, handedOut, now))) !== handedOut.total) return false;
  const moved = await move(
    trx,
    locked,
    sql<MovedGroup>`
    with untouched as materialized (
      select call.id, call.operator_id from call where ${isUntouchedSince(range, handedOut, now)}
    ), picked as materialized (
      select ${PICKED_COLUMNS} from untouched
    ), moved as (
      update call set operator_id = null, segmentation_id = null, version = call.version + 1, updated_at = ${now}
      where ${isPicked(range)} and call.segmentation_id = ${handedOut.id}
      returning ${OPERATOR_BEFORE} as from_operator, 0 as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
  return moved.total === handedOut.total;
}

interface Move {
  from: readonly number[];
  /** Empty: nobody. */
  to: readonly number[];
  /** For operators who leave: the calls still to be made, or only the untouched ones, blocked numbers among them. */
  leaving?: 'open' | 'untouched';
  now: Date;
  /** Gets their number before anything is changed, and may throw. */
  check?: (calls: number) => void;
}

/**
 * Moves calls of some operators to others, in turn, with callbacks and notes as they are: those still to be made that nobody has
 * open. Of operators who leave, those that they have open on their screen too, and those that somebody else has open, who keeps
 * the hold; what is done stays with who did it, and is held no longer. The rows are locked first and numbered then: these
 * operators may be calling right now. What they register meanwhile counts as it is after that, and the rest is still split
 * evenly.
 */
export async function moveCalls(trx: Trx, locked: LockedSplit, request: Move): Promise<Moved> {
  const { from, to, leaving, now, check } = request;
  const { range } = locked;
  await tuneForManyCalls(trx);
  if (leaving) await dropOwnHolds(trx, range, from);
  const moves = whichMove(range, request);
  check?.(await countWhere(trx, moves));
  const taker = to.length === 0 ? sql`null` : sql`(${[...to]}::int[])[1 + (${PLACE} - 1) % ${to.length}]`;
  const hold = (column: string) =>
    leaving === 'open'
      ? sql`case when call.hold_by = call.operator_id then null else call.${sql.ref(column)} end`
      : sql`null`;
  return move(
    trx,
    locked,
    sql<MovedGroup>`
    with locked as materialized (
      select call.id, call.operator_id from call where ${moves} order by call.id for update
    ), picked as materialized (
      select ${PICKED_COLUMNS} from locked
    ), moved as (
      update call set operator_id = ${taker}, segmentation_id = null, hold_by = ${hold('hold_by')},
        hold_until = ${hold('hold_until')}, hold_for = ${hold('hold_for')}, version = call.version + 1, updated_at = ${now}
      where ${isPicked(range)}
      returning ${OPERATOR_BEFORE} as from_operator, coalesce(call.operator_id, 0) as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
}

function whichMove(range: CallRange, { from, leaving, now }: Move) {
  if (leaving === 'open') return isOpenOfLeaving(range, from);
  return leaving === 'untouched' ? isUntouchedOf(range, from, now) : isMovable(range, from, now);
}

const isUntouchedOf = (range: CallRange, operatorIds: readonly number[], now: Date) => sql<boolean>`
  ${inCampaign(range)} and call.operator_id = any(${[...operatorIds]}::int[]) and ${isUntouched(now)}`;

/** Ends the holds that these users have on calls assigned to them. Others are not looked for: no index finds a call by its hold. */
const dropOwnHolds = (trx: Trx, range: CallRange, userIds: readonly number[]) =>
  sql`
    update call set hold_by = null, hold_until = null, hold_for = null
    where ${inCampaign(range)} and operator_id = any(${[...userIds]}::int[]) and hold_by = operator_id`.execute(trx);
