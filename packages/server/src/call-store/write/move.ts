import { type RawBuilder, selectRow, selectValue, sql, type Trx } from '../../db/index.ts';
import { withoutSorting } from '../../db/planner-settings.ts';
import { StaleRead } from '../../work/transact.ts';
import { countMoved, groupMoved, MOVED_COLUMNS, type MovedGroup } from '../counters.ts';
import { isNumberListed } from '../listed.ts';
import type { CampaignLock, SplitLock } from '../locks.ts';
import { inCampaign, withinBounds, type CallRange } from '../range.ts';
import type { Viewer } from '../reach.ts';
import { matches, type CallFilter } from '../read/filter.ts';
import { countWhere, isOpenCallOfLeaving, isMovable, isUntouchedSince, type SegmentedCalls } from '../read/movable.ts';
import { isUntouched } from '../read/own-work.ts';
import { resolveFilter, type CallQuery } from '../read/resolve-filter.ts';

// Each statement collects its calls into one row of arrays, `picked`: ids ascending and, where needed, the operators before. Without a
// join the plan does not depend on row estimates: each call is looked up by id.

/** The bounds prune to the campaign's partition. */
const isPicked = (range: CallRange) =>
  sql`call.id = any((select ids from picked)::bigint[]) and ${withinBounds(range)}`;
/** Position in `picked`, from 1. */
const PLACE = sql`width_bucket(call.id, (select ids from picked))`;
const OPERATOR_BEFORE = sql`(select operators from picked)[${PLACE}]`;
const PICKED_COLUMNS = sql`array_agg(id order by id) as ids, array_agg(operator_id order by id) as operators`;

/** The calls of a campaign, locked for one split at a time. */
export type LockedSplit = { range: CallRange; split: SplitLock; campaign: CampaignLock };

type Moved = { total: number; to: ReadonlyMap<number, number>; from: ReadonlyMap<number, number> };

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

/** work_mem for this transaction: sorts and joins of a million ids stay in memory. */
export async function tuneForManyCalls(trx: Trx): Promise<void> {
  await sql`select set_config('work_mem', '128MB', true)`.execute(trx);
}

type Shares = readonly { id: number; amount: number }[];
interface Assignment {
  viewer: Viewer;
  filters: CallQuery;
  most: number;
  /** Called with the number of free calls before anything changes; may throw. All of them are assigned. */
  share: (free: number) => Promise<{ segmentationId: number; shares: Shares }>;
  now: Date;
}

// Operators take turns weighted by their share, so that everyone gets old and new calls. Each row is checked again: if a block
// commits meanwhile, transact() retries, so a split is exact or does not happen.
export async function assignFreeCalls(
  trx: Trx,
  locked: LockedSplit,
  { viewer, filters, most, share, now }: Assignment,
) {
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
      where ${isPicked(range)} and coalesce(call.operator_id, 0) = 0 and not call.blocked and not call.in_reserve
      returning 0 as from_operator, call.operator_id as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
  if (moved.total !== free.amount) throw new StaleRead(`${moved.total} calls changed instead of ${free.amount}`);
  return { ...moved, segmentationId };
}

// Ids stay the text of an array. `call.blocked` may be stale (rule calls/flags-apply-immediately), so blocked numbers and lists are checked too.
async function pickFree(trx: Trx, range: CallRange, filter: CallFilter, most: number) {
  const obeysLists = await selectValue<boolean>(trx)`select obeys_lists from campaign where id = ${range.id}`;
  return selectRow<{ amount: number; ids: string }>(trx)`
    select count(*) as amount, array_agg(id)::text as ids from (
      select call.id from call
      where ${matches(range, { ...filter, free: true })} and ${obeysLists ? sql`not ${isNumberListed()}` : sql`true`}
        and (select true from blocked_number where blocked_number.number = call.number limit 1) is null
      order by call.id limit ${most}
    ) free`;
}

/** False if a call was touched: the caller must roll back. Counted first: rolling back a million updates takes half a minute. */
export async function unassignSegmentation(trx: Trx, locked: LockedSplit, segmentation: SegmentedCalls, now: Date) {
  const { range } = locked;
  await tuneForManyCalls(trx);
  if ((await countWhere(trx, isUntouchedSince(range, segmentation, now))) !== segmentation.total) return false;
  const moved = await move(
    trx,
    locked,
    sql<MovedGroup>`
    with untouched as materialized (
      select call.id, call.operator_id from call where ${isUntouchedSince(range, segmentation, now)}
    ), picked as materialized (
      select ${PICKED_COLUMNS} from untouched
    ), moved as (
      update call set operator_id = null, segmentation_id = null, version = call.version + 1, updated_at = ${now}
      where ${isPicked(range)} and call.segmentation_id = ${segmentation.id}
      returning ${OPERATOR_BEFORE} as from_operator, 0 as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
  return moved.total === segmentation.total;
}

interface Move {
  from: readonly number[];
  /** Empty: the calls become unassigned. */
  to: readonly number[];
  now: Date;
  /** Called with the number of calls before anything changes; may throw. */
  check?: (calls: number) => void;
}

/** Moves open calls that no user holds to other operators in turn, with callbacks and notes. */
export const moveCalls = (trx: Trx, locked: LockedSplit, move: Move): Promise<Moved> =>
  reassign(trx, locked, { ...move, calls: isMovable(locked.range, move.from, move.now), hold: () => sql`null` });

/** Their own holds end, holds of other users stay; finished calls stay with them. */
export async function handOverOpenCalls(trx: Trx, locked: LockedSplit, move: Move): Promise<Moved> {
  await dropOwnHolds(trx, locked.range, move.from);
  const hold = (column: string) =>
    sql`case when call.hold_by = call.operator_id then null else call.${sql.ref(column)} end`;
  return reassign(trx, locked, { ...move, calls: isOpenCallOfLeaving(locked.range, move.from), hold });
}

/** Unassigns the untouched calls of operators who leave, including blocked numbers. */
export async function unassignUntouched(trx: Trx, locked: LockedSplit, from: readonly number[], now: Date) {
  const { range } = locked;
  await dropOwnHolds(trx, range, from);
  const calls = sql<boolean>`
    ${inCampaign(range)} and call.operator_id = any(${[...from]}::int[]) and ${isUntouched(now)}`;
  return reassign(trx, locked, { to: [], calls, hold: () => sql`null`, now });
}

/** Locked before they are numbered: calls that these operators finish meanwhile are left out and the rest is still split evenly. */
async function reassign(
  trx: Trx,
  locked: LockedSplit,
  {
    calls,
    to,
    hold,
    now,
    check,
  }: Omit<Move, 'from'> & { calls: RawBuilder<boolean>; hold: (column: string) => RawBuilder<unknown> },
): Promise<Moved> {
  await tuneForManyCalls(trx);
  check?.(await countWhere(trx, calls));
  const assignee = to.length === 0 ? sql`null` : sql`(${[...to]}::int[])[1 + (${PLACE} - 1) % ${to.length}]`;
  return move(
    trx,
    locked,
    sql<MovedGroup>`
    with locked as materialized (
      select call.id, call.operator_id from call where ${calls} order by call.id for update
    ), picked as materialized (
      select ${PICKED_COLUMNS} from locked
    ), moved as (
      update call set operator_id = ${assignee}, segmentation_id = null, hold_by = ${hold('hold_by')},
        hold_until = ${hold('hold_until')}, hold_for = ${hold('hold_for')}, version = call.version + 1, updated_at = ${now}
      where ${isPicked(locked.range)}
      returning ${OPERATOR_BEFORE} as from_operator, coalesce(call.operator_id, 0) as to_operator, ${MOVED_COLUMNS}
    ) ${groupMoved}`,
  );
}

/** Only holds on calls assigned to the user: no index finds calls by hold. */
const dropOwnHolds = (trx: Trx, range: CallRange, userIds: readonly number[]) =>
  sql`
    update call set hold_by = null, hold_until = null, hold_for = null
    where ${inCampaign(range)} and operator_id = any(${[...userIds]}::int[]) and hold_by = operator_id`.execute(trx);
