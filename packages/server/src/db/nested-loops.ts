import { sql } from 'kysely';
import type { Trx } from './client.ts';

/**
 * For a statement that joins many calls. Right after a load, or a large change, the statistics do not include it yet: the
 * planner then expects one call where there are 15,000, and a nested loop reads all of one side for each row of the other. Joined
 * by hash or by sorting, each side is read once, whatever the planner expects.
 */
export const withoutNestedLoops = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  setFor(trx, 'enable_nestloop', 'off', run);

/** For a statement about few rows in a transaction that joins many: it looks them up instead of reading whole tables. */
export const withNestedLoops = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  setFor(trx, 'enable_nestloop', 'on', run);

/**
 * For a statement that reads the first rows of an order: it walks the index that has the order and stops when it has enough. Where
 * the planner expects few rows it would otherwise read, and sort, all of them.
 */
export const withoutSorting = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  setFor(trx, 'enable_sort', 'off', run);

async function setFor<T>(trx: Trx, name: string, value: 'on' | 'off', run: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ before: string }>`
    select before, set_config(${name}, ${value}, true)
    from (select current_setting(${name}) as before offset 0) setting`.execute(trx);
  const result = await run();
  // After a failure the transaction is over, and its settings with it.
  await sql`select set_config(${name}, ${rows[0]!.before}, true)`.execute(trx);
  return result;
}
