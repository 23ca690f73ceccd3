import { api } from '@campanero/contract';
import type { FastifyInstance } from 'fastify';
import { addressGroup } from '../work/address-group.ts';
import { AppError } from '../work/app-error.ts';

/** Requests a minute to public routes from one address: a thousand people behind one come in within a minute, several each. */
const PUBLIC_LIMIT = 6_000;
/** Megabytes each, and read by few. */
const DOCS_LIMIT = 120;
const WINDOW_MS = 60_000;

/** Counts of the present minute, for all keys at once: they are forgotten together, so that no number of addresses fills the memory. */
function createMinuteCounter(clock: () => Date): (key: string) => { count: number; retryAfter: number } {
  let began = -Infinity;
  let counts = new Map<string, number>();
  return (key) => {
    const now = clock().getTime();
    // Also when the clock was set back.
    if (now - began >= WINDOW_MS || now < began) {
      began = now;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { count, retryAfter: (began + WINDOW_MS - now) / 1000 };
  };
}

/**
 * Limits what a caller without a session may ask for, by address and in this process alone: an attack must not become load on
 * the database. A proxy's probes have a count of their own.
 */
export function limitPublicRoutes(app: FastifyInstance, clock: () => Date, most = PUBLIC_LIMIT): void {
  const hit = createMinuteCounter(clock);
  const { health, ready, docs, docsJson } = api.system;
  const bucketOf = (spec: unknown): [name: string, limit: number] => {
    if (spec === docs || spec === docsJson) return ['docs', Math.min(most, DOCS_LIMIT)];
    return [spec === health || spec === ready ? 'probe' : 'public', most];
  };
  app.addHook('onRequest', async (request) => {
    const { access, spec } = request.routeOptions.config;
    if (access !== 'public') return;
    const [name, limit] = bucketOf(spec);
    const { count, retryAfter } = hit(`${name} ${addressGroup(request.ip)}`);
    if (count > limit) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
  });
}
