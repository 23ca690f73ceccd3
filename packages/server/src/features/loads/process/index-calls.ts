import type { Db } from '../../../db/client.ts';
import { INDEX_PARTS, indexLeaf, indexPart } from './calls.queries.ts';
import { aside } from './workbench.ts';

/**
 * Indexes of a filled and checked leaf of calls, by as many connections as there are lanes: each, once it is free, takes the
 * next index that nobody has begun.
 */
export async function indexCalls(db: Db, block: number, lanes: readonly Promise<unknown>[]): Promise<void> {
  // One iterator for all lanes: what one has taken, no other gets.
  const parts = INDEX_PARTS.values();
  const build = async (lane: Promise<unknown>) => {
    await lane;
    for (const part of parts) await aside(db, (trx) => indexPart(trx, block, part));
  };
  await allEnded(lanes.map(build));
  await aside(db, (trx) => indexLeaf(trx, block));
}

/** After a failure, too, nobody goes on working. */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason;
}
