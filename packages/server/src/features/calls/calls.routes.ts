import { AFFINITIES } from '@campanero/contract/calls/schemas';
import { routesOf } from '../../http/mount.ts';
import {
  type HistoryRecord,
  searchCalls,
  selectCallbacks,
  selectFoundCalls,
  selectHistory,
  selectOperatorDays,
  selectOwnWork,
} from '../../call-store/read/index.ts';
import { correctOutcome, registerCall } from './register-call.ts';
import { type CallKey, holdCall, nextContact, releaseCall } from './take-call.ts';
import { reassignCall } from './reassign-call.ts';
import { registrations } from '../../work/metrics.ts';
import { isOpenForCalls } from '@campanero/contract/campaigns/status';
import { isOpen } from '@campanero/contract/calling-rules/calendar';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import { AppError, type SignedCtx, trackContactReads } from '../../work/index.ts';
import { calendarsOf } from '../calling-rules/calling-rules.queries.ts';
import { getCallingCampaign, hasCall } from './calling-campaign.queries.ts';

export const callRoutes = routesOf('calls', {
  next: async ({ params }, ctx) => {
    const { id, number } = await nextContact(ctx, params.id, params.current);
    return { callId: id, number: String(number) };
  },
  hold: ({ params }, ctx) => holdCall(ctx, params),
  release: ({ params }, ctx) => releaseCall(ctx, params),
  history: async ({ params }, ctx) => (await viewHistory(ctx, params)).map(presentEntry),
  register: async ({ params, body }, ctx) => {
    const entry = await registerCall(ctx, params, body);
    registrations.inc();
    return presentEntry(entry);
  },
  reassign: ({ params }, ctx) => reassignCall(ctx, params),
  correct: async ({ params, body }, ctx) => presentEntry(await correctOutcome(ctx, params, body)),
  callbacks: (_input, ctx) => listCallbacks(ctx),
  search: ({ query }, ctx) => findCaller(ctx, query.number),
  today: (_input, ctx) => viewOwnDay(ctx),
});

/** Entries are immutable: `updatedAt` is `createdAt`. */
const presentEntry = (entry: HistoryRecord) => ({
  ...entry,
  state: { name: entry.stateName, color: entry.stateColor },
  substate: entry.substateName === null ? null : { name: entry.substateName },
  affinity: entry.affinity === null ? null : (AFFINITIES[entry.affinity - 1] ?? null),
  person: entry.personId === null ? null : { name: entry.personName ?? '' },
  corrected: entry.isCorrected,
  updatedAt: entry.createdAt,
  user: { id: entry.userId, name: entry.userName },
});

async function viewHistory(ctx: SignedCtx, { id, callId }: CallKey): Promise<HistoryRecord[]> {
  const { db, actor } = ctx;
  if (!hasCall(await getCallingCampaign(db, actor, id), callId)) throw new AppError('NOT_FOUND');
  const entries = await selectHistory(db, actor, callId);
  // An empty history shows no personal data.
  if (entries.length > 0) await trackContactReads(ctx, await selectFoundCalls(db, actor, [callId]), 'page');
  return entries;
}

async function viewOwnDay({ db, actor, clock }: SignedCtx) {
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

async function listCallbacks(ctx: SignedCtx) {
  const { db, actor, clock } = ctx;
  const callbacks = await selectCallbacks(db, actor);
  await trackContactReads(ctx, callbacks, 'list');
  const now = clock();
  const calendars = await calendarsOf(db, callbacks);
  return callbacks.map((callback, n) => ({
    ...callback,
    number: String(callback.number),
    openForCalls: isOpenForCalls(callback, now) && isOpen(calendars[n]!, now),
  }));
}

async function findCaller(ctx: SignedCtx, digits: string) {
  const found = await searchCalls(ctx.db, ctx.actor, digits);
  await trackContactReads(ctx, found, 'list');
  return found.map((call) => ({ ...call, number: String(call.number) }));
}
