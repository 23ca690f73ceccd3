import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx, Deps } from '../work/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Made before anything else of the request happens; authenticate fills in the actor. */
    ctx: Ctx;
  }
}

const USER_AGENT_MAX = 300;

/** Shown to people in the list of their sessions: bounded, and free of anything that is not text. */
const readUserAgent = (request: FastifyRequest) =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_MAX);

export function addRequestContext(app: FastifyInstance, deps: Deps): void {
  // A null placeholder keeps one hidden class for all requests; the hook below runs before any reader.
  app.decorateRequest('ctx', null as unknown as Ctx);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    request.ctx = {
      ...deps,
      log: deps.log.child({ requestId: request.id }),
      actor: null,
      requestId: request.id,
      address: request.ip,
      userAgent: readUserAgent(request),
    };
  });
}
