import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { inCampaign, type CallRange } from '../range.ts';

// Which calls an undo or Rebalancear would move: asked before, and again by the statement that moves them (write/move.ts).

/** For the transaction that moves them, or for a page. */
export async function countWhere(trx: Trx, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from call where ${condition}`.execute(trx);
  return rows[0]!.n;
}

const isNotHeld = (now: Date) => sql<boolean>`(call.hold_until is null or call.hold_until <= ${now})`;

/** A segmentation by its id, how many calls it handed out, and the operators who got them. */
export interface HandedOut {
  id: number;
  total: number;
  operators: readonly number[];
}
/** Every touch of a call clears its segmentation_id, so the calls that still carry it are the untouched ones. */
export const isUntouchedSince = (range: CallRange, { id, operators }: HandedOut, now: Date) => sql<boolean>`
  ${inCampaign(range)} and call.operator_id = any(${[...operators]}::int[]) and call.segmentation_id = ${id}
  and ${isNotHeld(now)}`;

/** Somebody still has to make this call: never called or to be called again, not blocked. */
export const isToBeMade = sql<boolean>`(not call.blocked and not call.invalid
  and (call.call_count = 0 or call.state_id in (select state.id from state where state.callback)))`;

const isOf = (range: CallRange, operators: readonly number[]) => sql<boolean>`${inCampaign(range)}
  and call.operator_id = any(${[...operators]}::bigint[])`;

/** The calls that Rebalancear moves: to be made, and not held. Dated callbacks move too. */
export const isMovable = (range: CallRange, from: readonly number[], now: Date) => sql<boolean>`${isOf(range, from)}
  and ${isToBeMade} and ${isNotHeld(now)}`;

/** The calls that operators who leave hand over: those they have open too, and those somebody else has. */
export const isOpenOfLeaving = (range: CallRange, from: readonly number[]) => sql<boolean>`${isOf(range, from)}
  and ${isToBeMade}`;
