import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import { FOUND_CALLS_MAX } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import { findByNumber, findNumberOfCall, type FoundCall } from '../../call-store/read/contact.ts';
import { numberBeginsWith, numberEndsWith } from '../../call-store/read/filter.ts';
import { selectHistory, type HistoryRecord } from '../../call-store/read/history.ts';
import { selectCallbacks, selectOwnDay, selectOwnPending } from '../../call-store/read/own-work.ts';
import { AppError } from '../../work/app-error.ts';
import { watchReadings } from '../../work/contact-readings.ts';
import type { SignedCtx } from '../../work/context.ts';
import type { CallKey } from './take-call.ts';
import { getWorkplace } from './workplace.queries.ts';

/** Everything registered on a call of a campaign that the user may see, newest first. */
export async function viewHistory(ctx: SignedCtx, { id, callId }: CallKey): Promise<HistoryRecord[]> {
  const { db, actor } = ctx;
  const workplace = await getWorkplace(db, actor, id);
  const number = await findNumberOfCall(db, workplace, callId);
  if (number === undefined) throw new AppError('NOT_FOUND');
  const entries = await selectHistory(db, actor, callId);
  // Entries name the person and what was said; an empty history shows nothing.
  if (entries.length > 0) await watchReadings(ctx, [{ number, campaignId: id }], 'page');
  return entries;
}

/** What the user registered today and how many calls they still have to make. */
export async function viewOwnDay({ db, actor, clock }: SignedCtx) {
  const [done, pending] = await Promise.all([
    selectOwnDay(db, actor.id, productDay(clock())),
    selectOwnPending(db, actor.id),
  ]);
  return { ...done, pending };
}

/** The user's dated callbacks, soonest first, and whether each can be called now. */
export async function listCallbacks(ctx: SignedCtx) {
  const { db, actor, clock } = ctx;
  const callbacks = await selectCallbacks(db, actor);
  await watchReadings(ctx, callbacks, 'list');
  return callbacks.map(({ campaign, ...callback }) => ({
    ...callback,
    openForCalls: isOpenForCalls(campaign, clock()),
  }));
}

const NATIONAL_DIGITS = 10;

/**
 * Finds the person who calls back: calls the user may see whose number begins or ends with the digits. More than ten digits
 * include a country or long-distance prefix: only the last ten count.
 */
export async function findCaller(ctx: SignedCtx, digits: string): Promise<FoundCall[]> {
  const found = await searchCalls(ctx, digits);
  await watchReadings(ctx, found, 'list');
  return found;
}

async function searchCalls({ db, actor }: SignedCtx, digits: string): Promise<FoundCall[]> {
  const wanted = digits.slice(-NATIONAL_DIGITS);
  const byBeginning = await findByNumber(db, actor, numberBeginsWith(wanted), FOUND_CALLS_MAX);
  if (wanted.length === NATIONAL_DIGITS || byBeginning.length === FOUND_CALLS_MAX) return byBeginning;
  const byEnding = await findByNumber(db, actor, numberEndsWith(wanted), FOUND_CALLS_MAX);
  const known = new Set(byBeginning.map(({ callId }) => callId));
  return [...byBeginning, ...byEnding.filter(({ callId }) => !known.has(callId))].slice(0, FOUND_CALLS_MAX);
}
