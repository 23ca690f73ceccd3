import type { Trx } from './client.ts';
import { run, selectValue } from './select.ts';

/** For joins of many calls: with the stale statistics after a load the planner expects one call instead of 15,000. */
export const withoutNestedLoops = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  withSetting(trx, 'enable_nestloop', 'off', run);

/** For a statement about few rows in a transaction without nested loops: lookups instead of full scans. */
export const withNestedLoops = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  withSetting(trx, 'enable_nestloop', 'on', run);

/** For the first rows of an index order: with a low row estimate the planner would read and sort all rows. */
export const withoutSorting = <T>(trx: Trx, run: () => Promise<T>): Promise<T> =>
  withSetting(trx, 'enable_sort', 'off', run);

async function withSetting<T>(trx: Trx, name: string, value: 'on' | 'off', work: () => Promise<T>): Promise<T> {
  const before = await selectValue<string>(trx)`
    select before, set_config(${name}, ${value}, true)
    from (select current_setting(${name}) as before offset 0) setting`;
  const result = await work();
  // After a failure the transaction ends, and its settings with it.
  await run(trx)`select set_config(${name}, ${before}, true)`;
  return result;
}
