import { type RawBuilder, selectValue, sql, type Trx } from '../../db/index.ts';
import { inCampaign, type CallRange } from '../range.ts';

// Which calls an undo or Rebalancear moves: counted by a page first, and used by the statement that moves them (write/move.ts).

export const countWhere = (trx: Trx, condition: RawBuilder<boolean>) =>
  selectValue<number>(trx)`select count(*) as n from call where ${condition}`;

export const isNotHeld = (now: Date) => sql<boolean>`(call.hold_until is null or call.hold_until <= ${now})`;

/** A segmentation: number of calls assigned, and the operators who got them. */
export type SegmentedCalls = { id: number; total: number; operators: readonly number[] };
/** Every change of a call clears segmentation_id, so calls that still have it are untouched. */
export const isUntouchedSince = (range: CallRange, { id, operators }: SegmentedCalls, now: Date) => sql<boolean>`
  ${inCampaign(range)} and call.operator_id = any(${[...operators]}::int[]) and call.segmentation_id = ${id}
  and ${isNotHeld(now)}`;

/** Never called or to be called again, and not blocked. */
export const isToBeMade = sql<boolean>`(not call.blocked and not call.invalid
  and (call.call_count = 0 or call.state_id in (select state.id from state where state.callback)))`;

const isOf = (range: CallRange, operators: readonly number[]) => sql<boolean>`${inCampaign(range)}
  and call.operator_id = any(${[...operators]}::bigint[])`;

/** Calls that Rebalancear moves; dated callbacks move too. */
export const isMovable = (range: CallRange, from: readonly number[], now: Date) => sql<boolean>`${isOf(range, from)}
  and ${isToBeMade} and ${isNotHeld(now)}`;

/** Calls that leaving operators hand over, including those that they or other users hold. */
export const isOpenCallOfLeaving = (range: CallRange, from: readonly number[]) => sql<boolean>`${isOf(range, from)}
  and ${isToBeMade}`;
