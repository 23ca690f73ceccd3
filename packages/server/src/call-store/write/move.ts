import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { withoutNestedLoops } from '../../db/nested-loops.ts';
import { OutdatedRead } from '../../work/transact.ts';
import { countMoved, groupMoved, MOVED_COLUMNS, type MovedGroup } from '../counters.ts';
import { isListed } from '../listed.ts';
import type { CampaignLock, SplitLock } from '../locks.ts';
import { inCampaign, withinBounds, type CallRange } from '../range.ts';
import type { Viewer } from '../reach.ts';
import { matches } from '../read/filter.ts';
import { countWhere, isLeftBehind, isMovable, isUntouchedSince, type HandedOut } from '../read/movable.ts';
import { isUntouched } from '../read/own-work.ts';
import { resolveFilter, type AskedCalls } from '../read/resolve-filter.ts';

// `call.blocked` is a copy and may lag behind for a moment (rule calls/flags-never-wait).
const isNotBlocked = ({
  id,
}: CallRange) => sql`not exists (select from blocked_number where blocked_number.number = call.number)
  and not ((select campaign.obeys_lists from campaign where campaign.id = ${id}) and ${isListed})`;

/** Joins call with `picked`; the bounds keep the statement to the campaign's leaf. */
const isPicked = (range: CallRange) => sql`call.id = picked.id and ${withinBounds(range)}`;

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
  const { rows: groups } = await withoutNestedLoops(trx, () => statement.execute(trx));
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
  /** Gets how many calls are free before anything is changed, and may throw. */
  share: (free: number) => Promise<{ segmentationId: number; shares: Shares }>;
  now: Date;
}

/**
 * Assigns the first free calls that match to the operators, in load order and as many as their shares say. The operators take
 * turns, each as often as their share is large, so that everybody gets old and new ones alike; equal shares go round in
 * circles. Each row is checked again for operator and block as it is changed: if a block commits meanwhile, transact() starts
 * over. A split is exact or does not happen.
 */
export async function handOut(trx: Trx, locked: LockedSplit, { viewer, filters, share, now }: HandOut) {
  const { range } = locked;
  await tuneForManyCalls(trx);
  const filter = await resolveFilter(trx, viewer, range, filters);
  const isFree = sql<boolean>`${matches(range, { ...filter, free: true })} and ${isNotBlocked(range)}`;
  const { segmentationId, shares } = await share(await withoutNestedLoops(trx, () => countWhere(trx, isFree)));
  const amount = shares.reduce((sum, one) => sum + one.amount, 0);
  const moved = await move(
    trx,
    locked,
    sql<MovedGroup>`
    with numbered as materialized (
      select call.id, row_number() over (order by call.id) - 1 as turn from call
      where ${isFree}
      order by call.id limit ${amount}
    ), turns as materialized (
      select share.operator_id, row_number() over (order by (nth + 0.5::float8) / share.amount, share.place) - 1 as turn
      from unnest(${shares.map(({ id }) => id)}::int[], ${shares.map((one) => one.amount)}::int[]) with ordinality
        as share (operator_id, amount, place)
      cross join lateral generate_series(0, share.amount - 1) as nth
    ), picked as materialized (
      select numbered.id, turns.operator_id from numbered join turns using (turn)
    ), moved as (
      update call set operator_id = picked.operator_id, segmentation_id = ${segmentationId}, version = call.version + 1,
        updated_at = ${now}
      from picked
      where ${isPicked(range)} and coalesce(call.operator_id, 0) = 0 and not call.blocked
      returning 0 as from_operator, call.operator_id as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
  if (moved.total !== amount) throw new OutdatedRead(`${moved.total} calls changed instead of ${amount}`);
  return { ...moved, segmentationId };
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
    with picked as materialized (
      select call.id, call.operator_id from call where ${isUntouchedSince(range, handedOut, now)} order by call.id
    ), moved as (
      update call set operator_id = null, segmentation_id = null, version = call.version + 1, updated_at = ${now}
      from picked where ${isPicked(range)} and call.segmentation_id = ${handedOut.id}
      returning picked.operator_id as from_operator, 0 as to_operator, ${MOVED_COLUMNS}
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
  const taker = to.length === 0 ? sql`null` : sql`(${[...to]}::int[])[1 + picked.turn % ${to.length}]`;
  const hold = (column: string) =>
    leaving === 'open'
      ? sql`case when call.hold_by = picked.operator_id then null else call.${sql.ref(column)} end`
      : sql`null`;
  return move(
    trx,
    locked,
    sql<MovedGroup>`
    with locked as materialized (
      select call.id, call.operator_id from call where ${moves} order by call.id for update
    ), picked as materialized (
      select locked.id, locked.operator_id, row_number() over (order by locked.id) - 1 as turn from locked
    ), moved as (
      update call set operator_id = ${taker}, segmentation_id = null, hold_by = ${hold('hold_by')},
        hold_until = ${hold('hold_until')}, hold_for = ${hold('hold_for')}, version = call.version + 1, updated_at = ${now}
      from picked where ${isPicked(range)}
      returning picked.operator_id as from_operator, coalesce(call.operator_id, 0) as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
}

function whichMove(range: CallRange, { from, leaving, now }: Move) {
  if (leaving === 'open') return isLeftBehind(range, from);
  return leaving === 'untouched' ? isUntouchedOf(range, from, now) : isMovable(range, from, now);
}

const isUntouchedOf = (range: CallRange, operatorIds: readonly number[], now: Date) => sql<boolean>`
  ${inCampaign(range)} and call.operator_id = any(${[...operatorIds]}::int[]) and ${isUntouched(now)}`;

/** Ends the holds that these users have on calls assigned to them. Others are not looked for: no index finds a call by its hold. */
const dropOwnHolds = (trx: Trx, range: CallRange, userIds: readonly number[]) =>
  sql`
    update call set hold_by = null, hold_until = null, hold_for = null
    where ${inCampaign(range)} and operator_id = any(${[...userIds]}::int[]) and hold_by = operator_id`.execute(trx);
