import { api } from '@campanero/contract';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { addressGroup } from '../work/address-group.ts';
import { AppError } from '../work/app-error.ts';
import type { HandshakeLimit } from '../realtime/handshake.ts';

/** Requests a minute to public routes from one address: a thousand people behind one come in within a minute, several each. */
const PUBLIC_LIMIT = 6_000;
/** Megabytes each, and read by few. */
const DOCS_LIMIT = 120;
const WINDOW_MS = 60_000;

/** Counts of the present minute, for all keys at once: they are forgotten together, so that no number of addresses fills the memory. */
function createMinuteCounter(clock: () => Date) {
  let began = -Infinity;
  let counts = new Map<string, number>();
  const add = (key: string, amount: -1 | 0 | 1): { count: number; retryAfter: number } => {
    const now = clock().getTime();
    // Also when the clock was set back.
    if (now - began >= WINDOW_MS || now < began) {
      began = now;
      counts = new Map();
    }
    const count = Math.max(0, (counts.get(key) ?? 0) + amount);
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
    return { count, retryAfter: (began + WINDOW_MS - now) / 1000 };
  };
  return add;
}

/**
 * Limits what a caller without a session may ask for, by address and in this process alone: an attack must not become load on
 * the database. A proxy's probes have a count of their own.
 */
export function limitPublicRoutes(app: FastifyInstance, clock: () => Date, most = PUBLIC_LIMIT): void {
  const count = createMinuteCounter(clock);
  const { health, ready, docs, docsJson } = api.system;
  const bucketOf = (spec: unknown): [name: string, limit: number] => {
    if (spec === docs || spec === docsJson) return ['docs', Math.min(most, DOCS_LIMIT)];
    return [spec === health || spec === ready ? 'probe' : 'public', most];
  };
  app.addHook('onRequest', async (request) => {
    const { access, spec } = request.routeOptions.config;
    if (access !== 'public') return;
    const [name, limit] = bucketOf(spec);
    const counted = count(`${name} ${addressGroup(request.ip)}`, 1);
    if (counted.count > limit) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: counted.retryAfter });
  });
}

/**
 * The same for handshakes of sockets, which pass by the routes. Counted when they come and given back once a live session stands
 * behind them: a call centre that connects anew after a restart uses up nothing.
 */
export function createHandshakeLimit(
  { clock, config }: { clock: () => Date; config: { trustedProxy: string[] } },
  most = PUBLIC_LIMIT,
): HandshakeLimit {
  const count = createMinuteCounter(clock);
  const isTrusted = config.trustedProxy.length > 0 ? proxyAddr.compile(config.trustedProxy) : () => false;
  const keyOf = (request: IncomingMessage) => addressGroup(proxyAddr(request, isTrusted));
  const counted = new WeakMap<IncomingMessage, string>();
  return {
    secondsToWait(request) {
      const found = count(keyOf(request), 0);
      return found.count >= most ? Math.ceil(found.retryAfter) : undefined;
    },
    take(request) {
      const key = keyOf(request);
      counted.set(request, key);
      count(key, 1);
    },
    giveBack(request) {
      const key = counted.get(request);
      if (key !== undefined) count(key, -1);
      counted.delete(request);
    },
  };
}
