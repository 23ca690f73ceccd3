import type { FastifyInstance, FastifyRequest } from 'fastify';

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

/** The request's host for WebSockets: older browsers do not include ws: in 'self'. */
const socketSources = (host: string) => (HOST.test(host) ? ` ws://${host} wss://${host}` : '');

/** `styles`: CSP source of the response's own style elements. */
export const contentSecurityPolicy = (host: string, styles?: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styles ? ` ${styles}` : ''}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${socketSources(host)}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');

const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': PERMISSIONS,
  // Default, because most responses hold personal data; cacheable ones override it.
  'cache-control': 'no-store',
} as const;

const HSTS = 'max-age=31536000; includeSubDomains';

export const securityHeaders = (origin: { host: string; isSecure: boolean }): Record<string, string> => ({
  ...ALWAYS,
  'content-security-policy': contentSecurityPolicy(origin.host),
  ...(origin.isSecure && { 'strict-transport-security': HSTS }),
});

export const headersFor = (request: FastifyRequest): Record<string, string> =>
  securityHeaders({ host: request.host ?? '', isSecure: request.protocol === 'https' });

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request));
  });
}

const PREFLIGHT_SECONDS = '600';

/** By exact match, never with credentials: sessions travel in a header that browsers do not add by themselves. */
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
