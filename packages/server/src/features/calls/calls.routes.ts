import { calls } from '@campanero/contract/calls/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { presentEntry, presentNumber } from './calls.present.ts';
import { correctOutcome } from './correct-outcome.ts';
import { holdCall, releaseCall } from './hold-call.ts';
import { nextContact } from './next-contact.ts';
import { reassignCall } from './reassign-call.ts';
import { registerCall } from './register-call.ts';
import { findCaller, listCallbacks, ownDay, viewHistory } from './view-calls.ts';

export const callRoutes = (app: FastifyInstance) =>
  mount(app, 'calls', calls, {
    next: async ({ params }, ctx) => {
      const { id, number } = await nextContact(ctx, params.id, params.current);
      return { callId: id, number: presentNumber(number) };
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
    register: async ({ params, body }, ctx) => presentEntry(await registerCall(ctx, params, body)),
    reassign: ({ params }, ctx) => reassignCall(ctx, params),
    correct: async ({ params, body }, ctx) => presentEntry(await correctOutcome(ctx, params, body)),
    callbacks: async (_input, ctx) =>
      (await listCallbacks(ctx)).map((callback) => ({
        ...callback,
        number: presentNumber(callback.number),
        callbackAt: callback.callbackAt.toISOString(),
      })),
    search: async ({ query }, ctx) =>
      (await findCaller(ctx, query.number)).map((call) => ({
        ...call,
        number: presentNumber(call.number),
        lastCallAt: call.lastCallAt?.toISOString() ?? null,
      })),
    today: (_input, ctx) => ownDay(ctx),
  });
