import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { countAudit, type AuditCount, type AuditSearch } from './audit-log.queries.ts';

const CACHE_MAX = 500;
/** Smaller counts are as fast to repeat. */
const CACHED_FROM = 10_000;

type Settled = Pick<AuditCount, 'settled' | 'horizon'>;

const keyOf = (search: AuditSearch) => createHash('sha256').update(JSON.stringify(search)).digest('base64url');

// Records are append-only, so the count below a horizon of finished transactions is final: cached per search, only newer
// records are counted.
export function createAuditCounter(): (db: Db, search: AuditSearch) => Promise<number> {
  const caches = new WeakMap<Db, Map<string, Settled>>();
  return async (db, search) => {
    // One cache per server: a replica sees the end of a transaction later.
    const cache = caches.get(db) ?? new Map<string, Settled>();
    caches.set(db, cache);
    const key = keyOf(search);
    const known = cache.get(key);
    const since = await countAudit(db, search, known?.horizon);
    // A restored cluster at the same address starts its transaction ids again.
    if (known && BigInt(since.horizon) < BigInt(known.horizon)) {
      cache.clear();
      return (await countAudit(db, search, undefined)).total;
    }
    const settled = since.settled + (known?.settled ?? 0);
    cache.delete(key);
    if (settled >= CACHED_FROM) cache.set(key, { settled, horizon: since.horizon });
    if (cache.size > CACHE_MAX) cache.delete(cache.keys().next().value ?? '');
    return since.total + (known?.settled ?? 0);
  };
}
