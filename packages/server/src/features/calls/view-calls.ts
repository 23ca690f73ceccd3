import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import { isOpen } from '@campanero/contract/calling-rules/calendar';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import {
  searchCalls,
  selectFoundCalls,
  type FoundCall,
  type HistoryRecord,
  selectCallbacks,
  selectHistory,
  selectOperatorDays,
  selectOwnWork,
} from '../../call-store/read/index.ts';
import { AppError, type SignedCtx, trackContactReads } from '../../work/index.ts';
import { calendarsOf } from '../calling-rules/calling-rules.queries.ts';
import type { CallKey } from './take-call.ts';
import { getCallingCampaign, hasCall } from './calling-campaign.queries.ts';

export async function viewHistory(ctx: SignedCtx, { id, callId }: CallKey): Promise<HistoryRecord[]> {
  const { db, actor } = ctx;
  if (!hasCall(await getCallingCampaign(db, actor, id), callId)) throw new AppError('NOT_FOUND');
  const entries = await selectHistory(db, actor, callId);
  // An empty history shows no personal data.
  if (entries.length > 0) await trackContactReads(ctx, await selectFoundCalls(db, actor, [callId]), 'page');
  return entries;
}

export async function viewOwnDay({ db, actor, clock }: SignedCtx) {
  const now = clock();
  const [outcomes, work] = await Promise.all([
    selectOperatorDays(db, { operatorId: actor.id, span: dayBounds(productDay(now)) }),
    selectOwnWork(db, actor.id, now),
  ]);
  return {
    callsMade: sumOf(outcomes, ({ n }) => n),
    contacted: sumOf(outcomes, ({ n, contactability }) => (contactability ? n : 0)),
    effective: sumOf(outcomes, ({ n, effectiveness }) => (effectiveness ? n : 0)),
    pending: sumOf([...work.values()], ({ toCall }) => toCall),
  };
}
const sumOf = <T>(rows: readonly T[], figure: (row: T) => number) => rows.reduce((sum, row) => sum + figure(row), 0);

export async function listCallbacks(ctx: SignedCtx) {
  const { db, actor, clock } = ctx;
  const callbacks = await selectCallbacks(db, actor);
  await trackContactReads(ctx, callbacks, 'list');
  const now = clock();
  const allRules = callbacks.map(({ rules }) => rules);
  const calendars = await calendarsOf(db, allRules);
  return callbacks.map((callback, n) => ({
    ...callback,
    openForCalls: isOpenForCalls(callback, now) && isOpen(calendars[n]!, now),
  }));
}

export async function findCaller(ctx: SignedCtx, digits: string): Promise<FoundCall[]> {
  const found = await searchCalls(ctx.db, ctx.actor, digits);
  await trackContactReads(ctx, found, 'list');
  return found;
}
