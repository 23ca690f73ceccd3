import { calls } from '@campanero/contract/calls/endpoints';
import type { FastifyInstance } from 'fastify';
import { AFFINITIES, type HistoryEntry } from '@campanero/contract/calls/schemas';
import { mount } from '../../http/mount.ts';
import type { HistoryRecord } from '../../call-store/read/index.ts';
import { correctOutcome } from './correct-outcome.ts';
import { holdCall, nextContact, releaseCall } from './take-call.ts';
import { reassignCall } from './reassign-call.ts';
import { registrations } from '../../work/metrics.ts';
import { registerCall } from './register-call.ts';
import { findCaller, listCallbacks, viewOwnDay, viewHistory } from './view-calls.ts';

export const callRoutes = (app: FastifyInstance) =>
  mount(app, 'calls', calls, {
    next: async ({ params }, ctx) => {
      const { id, number } = await nextContact(ctx, params.id, params.current);
      return { callId: id, number: String(number) };
    },
    hold: async ({ params }, ctx) => {
      const { callId, heldUntil } = await holdCall(ctx, params);
      return { callId, heldUntil: heldUntil.toISOString() };
    },
    release: async ({ params }, ctx) => {
      await releaseCall(ctx, params);
      return undefined;
    },
    history: async ({ params }, ctx) => (await viewHistory(ctx, params)).map(presentEntry),
    register: async ({ params, body }, ctx) => {
      const entry = await registerCall(ctx, params, body);
      registrations.inc();
      return presentEntry(entry);
    },
    reassign: ({ params }, ctx) => reassignCall(ctx, params),
    correct: async ({ params, body }, ctx) => presentEntry(await correctOutcome(ctx, params, body)),
    callbacks: async (_input, ctx) =>
      (await listCallbacks(ctx)).map((callback) => ({
        ...callback,
        number: String(callback.number),
        callbackAt: callback.callbackAt.toISOString(),
      })),
    search: async ({ query }, ctx) =>
      (await findCaller(ctx, query.number)).map((call) => ({
        ...call,
        number: String(call.number),
        lastCallAt: call.lastCallAt?.toISOString() ?? null,
      })),
    today: (_input, ctx) => viewOwnDay(ctx),
  });

/** Entries are immutable: `updatedAt` is `createdAt`. */
const presentEntry = (entry: HistoryRecord): HistoryEntry => ({
  id: entry.id,
  stateId: entry.stateId,
  state: { name: entry.stateName, color: entry.stateColor },
  substateId: entry.substateId,
  substate: entry.substateName === null ? null : { name: entry.substateName },
  affinity: entry.affinity === null ? null : (AFFINITIES[entry.affinity - 1] ?? null),
  observations: entry.observations,
  callbackAt: entry.callbackAt?.toISOString() ?? null,
  personId: entry.personId,
  person: entry.personId === null ? null : { name: entry.personName ?? '' },
  correctsId: entry.correctsId,
  reason: entry.reason,
  corrected: entry.isCorrected,
  createdAt: entry.createdAt.toISOString(),
  updatedAt: entry.createdAt.toISOString(),
  user: { id: entry.userId, name: entry.userName },
  version: entry.version,
});
