import { sql } from 'kysely';
import type { Trx } from './client.ts';

// For joins of many calls. After a load the statistics are stale: the planner expects one call instead of 15,000 and picks a nested
// loop. Hash and merge joins read each side once, whatever the estimate.
export const withoutNestedLoops = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  withSetting(trx, 'enable_nestloop', 'off', run);

/** For a statement about few rows in a transaction without nested loops: lookups instead of full scans. */
export const withNestedLoops = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  withSetting(trx, 'enable_nestloop', 'on', run);

/** For the first rows of an index order: with a low row estimate the planner would read and sort all rows. */
export const withoutSorting = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  withSetting(trx, 'enable_sort', 'off', run);

async function withSetting<T>(trx: Trx, name: string, value: 'on' | 'off', run: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ before: string }>`
    select before, set_config(${name}, ${value}, true)
    from (select current_setting(${name}) as before offset 0) setting`.execute(trx);
  const result = await run();
  // After a failure the transaction ends, and its settings with it.
  await sql`select set_config(${name}, ${rows[0]!.before}, true)`.execute(trx);
  return result;
}
