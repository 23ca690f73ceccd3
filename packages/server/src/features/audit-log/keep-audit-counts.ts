import { createHash } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { countAudit, type AuditCount, type AuditSearch } from './audit-log.queries.ts';

const KEPT_MAX = 500;
/** Of the size of a first count that is worth remembering; smaller ones are counted as fast as they are continued. */
const WORTH_KEEPING = 10_000;

type Settled = Pick<AuditCount, 'settled' | 'horizon'>;

const nameOf = (search: AuditSearch) => createHash('sha256').update(JSON.stringify(search)).digest('base64url');

/**
 * Exact totals over millions of records. Records are never changed or removed, so what was once counted below a horizon of
 * finished transactions stays true: a node remembers it per search and counts only what came since. The first count of a
 * search reads its index once; nothing is estimated.
 */
export function keepAuditCounts(): (db: Db, search: AuditSearch) => Promise<number> {
  const keptOf = new WeakMap<Db, Map<string, Settled>>();
  return async (db, search) => {
    // Each server has a horizon of its own: a replica hears of the end of a transaction a little later.
    const kept = keptOf.get(db) ?? new Map<string, Settled>();
    keptOf.set(db, kept);
    const name = nameOf(search);
    const known = kept.get(name);
    const since = await countAudit(db, search, known?.horizon);
    // Another cluster under the same address (a restore) begins to number its transactions again.
    if (known && BigInt(since.horizon) < BigInt(known.horizon)) {
      kept.clear();
      return (await countAudit(db, search, undefined)).total;
    }
    const settled = since.settled + (known?.settled ?? 0);
    kept.delete(name);
    if (settled >= WORTH_KEEPING) kept.set(name, { settled, horizon: since.horizon });
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? '');
    return since.total + (known?.settled ?? 0);
  };
}
