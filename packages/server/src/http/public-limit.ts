import { api } from '@campanero/contract';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { addressGroup } from '../work/address-group.ts';
import { AppError } from '../work/app-error.ts';
import type { HandshakeLimit } from '../realtime/handshake.ts';
import type { AccessControl } from './authenticate.ts';

/** Requests per minute to public routes from one address: a thousand users behind one may sign in within a minute. */
const PUBLIC_LIMIT = 6_000;
/** Lower, since each response has megabytes. */
const DOCS_LIMIT = 120;
const WINDOW_MS = 60_000;

/** Counts per key in the current minute. All keys are reset together, so that many addresses cannot fill the memory. */
function createMinuteCounter(clock: () => Date) {
  let began = -Infinity;
  let counts = new Map<string, number>();
  return (key: string, amount: -1 | 0 | 1) => {
    const now = clock().getTime();
    // The second condition: the clock was set back.
    if (now - began >= WINDOW_MS || now < began) {
      began = now;
      counts = new Map();
    }
    const count = Math.max(0, (counts.get(key) ?? 0) + amount);
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
    return { count, retryAfter: (began + WINDOW_MS - now) / 1000 };
  };
}

/** By address, in memory, so that an attack puts no load on the database. Health probes are counted apart. */
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

type AdmitService = AccessControl['admitService'];

/** Unknown keys of one address are counted in memory: guessing them puts no load on the database. */
export function limitUnknownKeys(admit: AdmitService, clock: () => Date, most = PUBLIC_LIMIT): AdmitService {
  const count = createMinuteCounter(clock);
  return async (ctx, token, route) => {
    const address = addressGroup(ctx.address);
    const { count: unknown, retryAfter } = count(address, 0);
    if (unknown >= most) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
    const admitted = await admit(ctx, token, route);
    if (!admitted) count(address, 1);
    return admitted;
  };
}

/** For socket handshakes, which bypass the routes. Given back once the session is valid: a call centre reconnects at once. */
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
