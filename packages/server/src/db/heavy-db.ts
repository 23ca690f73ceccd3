import type pg from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool, type Db } from './client.ts';
import { lowerPriorityOfBackend } from './low-priority.ts';
import { POOL_SIZES } from './pool-sizes.ts';

/** Longest wait for a slot. With ten concurrent filters the last waits some ten seconds. */
const WAIT_MS = 60_000;

/** For heavy statements. The pool size limits how many run at once; local backends get a lower priority. */
export function createHeavyDb(to: string | pg.ClientConfig, log: Pick<Logger, 'warn'>): Db {
  const pool = createPool(to, {
    max: POOL_SIZES.lists,
    connectTimeout: WAIT_MS,
    applicationName: 'campanero lists',
    log,
  });
  pool.on('connect', (client) => void lowerPriorityOfBackend(client));
  return createDb(pool);
}
