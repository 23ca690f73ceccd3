import { shiftDay } from '@campanero/contract/calls/calling-hours';
import { productDay } from '@campanero/contract/shared/dates';
import { selectPaces } from '../../call-store/read/work-spans.ts';
import type { Trx } from '../../db/client.ts';

/** A pace is what somebody did in the last two weeks, today left out: its rest is not known. */
export const PACE_DAYS = 14;

/** The operators' paces, in that order; null without history. */
export async function findPaces(trx: Trx, operators: readonly number[], now: Date): Promise<(number | null)[]> {
  const today = productDay(now);
  const paces = await selectPaces(trx, operators, shiftDay(today, -PACE_DAYS), today);
  return operators.map((id) => paces.get(id)?.pace ?? null);
}
