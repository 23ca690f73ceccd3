import { AFFINITIES } from '@campanero/contract/calls/schemas';
import { routesOf } from '../../http/mount.ts';
import type { HistoryRecord } from '../../call-store/read/index.ts';
import { correctOutcome } from './correct-outcome.ts';
import { holdCall, nextContact, releaseCall } from './take-call.ts';
import { reassignCall } from './reassign-call.ts';
import { registrations } from '../../work/metrics.ts';
import { registerCall } from './register-call.ts';
import { findCaller, listCallbacks, viewOwnDay, viewHistory } from './view-calls.ts';

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
  callbacks: async (_input, ctx) =>
    (await listCallbacks(ctx)).map((callback) => ({ ...callback, number: String(callback.number) })),
  search: async ({ query }, ctx) =>
    (await findCaller(ctx, query.number)).map((call) => ({ ...call, number: String(call.number) })),
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
