import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { type RawBuilder, selectRow, sql, type Trx } from '../../db/index.ts';
import { StaleRead } from '../../work/transact.ts';
import { moveCounters } from '../counters.ts';
import { BLOCK_SIZE, inCampaign, type CallRange } from '../range.ts';
import { matches } from '../read/filter.ts';
import { isNotHeld } from '../read/movable.ts';
import { type LockedSplit, tuneForManyCalls } from './move.ts';

// Moves calls into the reserve of a campaign and out of it. Calls in reserve are unassigned and were never called.

/** How a draw orders calls. */
export type Draw = { seed: number; bySection: boolean };

// Repeatable with any tool: the MD5 of "seed:position" in hexadecimal, positions counting the campaign's calls from 0 in load order. By
// section, calls come in turns, so that the first n have each section's share of n.
const orderedBy = ({ seed, bySection }: Draw, calls: RawBuilder<unknown>) => sql`
  select id, blocked, row_number() over (order by ${bySection ? sql`turn,` : sql``} lot, id) as place
  from (
    select id, blocked, lot${
      bySection
        ? sql`, (row_number() over (partition by section_id order by lot, id) - 0.5::float8) / count(*) over (partition by section_id) as turn`
        : sql``
    }
    from (
      select call.id, call.blocked, call.section_id, md5(${seed}::text || ':' || (call.id & ${BLOCK_SIZE - 1}::bigint)) collate "C" as lot
      from call where ${calls}
    ) drawn
  ) turns`;

interface Moved {
  /** Calls that the draw ordered. */
  among: number;
  moved: number;
  /** Of those moved. */
  blocked: number;
}

async function move(trx: Trx, { range }: LockedSplit, { draw, calls, from, to, inReserve }: Change): Promise<Moved> {
  await tuneForManyCalls(trx);
  return selectRow<Moved>(trx)`
    with ordered as materialized (
      ${orderedBy(draw, calls)}
    ), picked as materialized (
      select array_agg(id order by id) as ids from ordered where place > ${from} and place <= ${to}
    ), changed as (
      update call set in_reserve = ${inReserve}
      where call.id = any((select ids from picked)::bigint[]) and ${inCampaign(range)} and call.in_reserve <> ${inReserve} and call.operator_id is null
        and (${!inReserve} or not call.blocked and ${isNeverCalled})
      returning call.blocked
    )
    select (select count(*) from ordered)::int as among, count(*)::int as moved, count(*) filter (where blocked)::int as blocked from changed`;
}

interface Change {
  draw: Draw;
  calls: RawBuilder<boolean>;
  /** Places in the order of the draw: above `from`, up to `to`. */
  from: number;
  to: number;
  inReserve: boolean;
}

const isNeverCalled = sql<boolean>`(call.call_count = 0 and call.state_id = ${sql.lit(PENDING_STATE)})`;
/** More than there are positions. */
const ALL = BLOCK_SIZE;

// Without calls whose person asked for a certain hour. Only the stored mark of blocked numbers is read: a number that was blocked a
// moment ago is not handed out even if it is drawn.
const drawable = (range: CallRange, now: Date) =>
  sql<boolean>`${matches(range, { free: true })} and ${isNeverCalled} and call.callback_at is null and ${isNotHeld(now)}`;

/** All but the first `amount` of the free calls go into the reserve. Returns how many it chose from; nothing moves if they are too few. */
export async function drawSample(
  trx: Trx,
  locked: LockedSplit,
  draw: Draw,
  amount: number,
  now: Date,
): Promise<number> {
  const calls = drawable(locked.range, now);
  const { among, moved } = await move(trx, locked, { draw, calls, from: amount, to: ALL, inReserve: true });
  // A call that was assigned or blocked meanwhile: transact() repeats the draw.
  if (moved !== Math.max(0, among - amount))
    throw new StaleRead(`${moved} of ${among - amount} calls went into the reserve`);
  await countReserved(trx, locked.range.id, moved, moved);
  return among;
}

/** The next `amount` of the reserve that can be called; undefined: all of it. Returns how many there were. */
export async function releaseReserve(trx: Trx, locked: LockedSplit, draw: Draw, amount?: number): Promise<number> {
  const { range } = locked;
  const reserve = sql<boolean>`${inCampaign(range)} and call.in_reserve`;
  const calls = amount === undefined ? reserve : sql<boolean>`${reserve} and not call.blocked`;
  const { among, moved, blocked } = await move(trx, locked, {
    draw,
    calls,
    from: 0,
    to: amount ?? ALL,
    inReserve: false,
  });
  if (moved !== Math.min(among, amount ?? ALL)) throw new StaleRead(`${moved} of ${among} calls left the reserve`);
  await countReserved(trx, range.id, -moved, blocked - moved);
  return among;
}

const countReserved = (trx: Trx, campaignId: number, reserved: number, free: number) =>
  moveCounters(trx, {
    totals: [],
    figures: [
      { campaignId, operatorId: 0, figure: 'reserve', delta: reserved },
      { campaignId, operatorId: 0, figure: 'free', delta: -free },
    ],
  });
