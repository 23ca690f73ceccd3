import type { FastifyInstance } from 'fastify';

const PREFLIGHT_SECONDS = '600';

/**
 * Closed but for the origins of the settings, compared whole (SEC-48). Never with credentials: sessions travel in a
 * header that a page must set itself, so there is nothing a browser could add on its own.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'X-Request-Id, Retry-After');
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    reply.header('access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key');
    reply.header('access-control-max-age', PREFLIGHT_SECONDS);
    return reply.status(204).send();
  });
}
