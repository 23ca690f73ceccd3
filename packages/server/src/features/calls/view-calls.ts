import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import { FOUND_CALLS_MAX } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import { findByNumber, hasCall, type FoundCall } from '../../call-store/read/contact.ts';
import { numberBeginsWith, numberEndsWith } from '../../call-store/read/filter.ts';
import { selectHistory, type HistoryRecord } from '../../call-store/read/history.ts';
import { selectCallbacks, selectOwnDay, selectOwnPending } from '../../call-store/read/own-work.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import type { CallKey } from './take-call.ts';
import { getWorkplace } from './workplace.queries.ts';

/** Everything registered on a call of a campaign that the user may see, newest first. */
export async function viewHistory({ db, actor }: SignedCtx, { id, callId }: CallKey): Promise<HistoryRecord[]> {
  const workplace = await getWorkplace(db, actor, id);
  if (!(await hasCall(db, workplace, callId))) throw new AppError('NOT_FOUND');
  return selectHistory(db, actor, callId);
}

/** What the user registered today and how many never-called calls they still have; from the counters alone. */
export async function viewOwnDay({ db, actor, clock }: SignedCtx) {
  const [done, pending] = await Promise.all([
    selectOwnDay(db, actor.id, productDay(clock())),
    selectOwnPending(db, actor.id),
  ]);
  return { ...done, pending };
}

/** The user's dated callbacks, soonest first, and whether each can be called now. */
export async function listCallbacks({ db, actor, clock }: SignedCtx) {
  const callbacks = await selectCallbacks(db, actor);
  return callbacks.map(({ campaign, ...callback }) => ({
    ...callback,
    openForCalls: isOpenForCalls(campaign, clock()),
  }));
}

const NATIONAL_DIGITS = 10;

/**
 * Finds the person who calls back (decisions 2, Find the caller): calls the user may see whose number begins or ends with the
 * digits. More than ten digits include a country or long-distance prefix: only the last ten count.
 */
export async function findCaller({ db, actor }: SignedCtx, digits: string): Promise<FoundCall[]> {
  const wanted = digits.slice(-NATIONAL_DIGITS);
  const byBeginning = await findByNumber(db, actor, numberBeginsWith(wanted), FOUND_CALLS_MAX);
  if (wanted.length === NATIONAL_DIGITS || byBeginning.length === FOUND_CALLS_MAX) return byBeginning;
  const byEnding = await findByNumber(db, actor, numberEndsWith(wanted), FOUND_CALLS_MAX);
  const known = new Set(byBeginning.map(({ callId }) => callId));
  return [...byBeginning, ...byEnding.filter(({ callId }) => !known.has(callId))].slice(0, FOUND_CALLS_MAX);
}
