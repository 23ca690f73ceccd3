import { FOUND_CALLS_MAX } from '@campanero/contract/limits';
import type { SignedCtx } from '../../work/context.ts';
import { endingWith, selectFound, startingWith, type FoundCall } from './find-caller.queries.ts';

const NATIONAL_DIGITS = 10;

/**
 * Who is calling back (decisions 2, Find the caller): calls within one's reach whose number begins with the digits or ends
 * with them. More digits than a national number has come with a country or long-distance prefix: the last ten count.
 */
export async function findCaller({ db, actor }: SignedCtx, digits: string): Promise<FoundCall[]> {
  const wanted = digits.slice(-NATIONAL_DIGITS);
  const byBeginning = await selectFound(db, actor, startingWith(wanted));
  if (wanted.length === NATIONAL_DIGITS || byBeginning.length === FOUND_CALLS_MAX) return byBeginning;
  const byEnding = await selectFound(db, actor, endingWith(wanted));
  const known = new Set(byBeginning.map(({ callId }) => callId));
  return [...byBeginning, ...byEnding.filter(({ callId }) => !known.has(callId))].slice(0, FOUND_CALLS_MAX);
}
