import type pg from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool, type Db } from './client.ts';
import { lowerPriorityOfBackend } from './low-priority.ts';
import { POOL_SIZES } from './pool-sizes.ts';

/** Longest wait for a turn. When ten coordinators filter at once, the last waits some ten seconds. */
const WAIT_MS = 60_000;

/**
 * Connections only for heavy statements. There are as many as statements may run at once, so waiting for a turn is waiting
 * for a connection. Where PostgreSQL runs on this machine, the processes that serve these connections get a lower priority,
 * so that registering a call does not slow down.
 */
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
