import type { Db, Trx } from './client.ts';
import { run, selectValue } from './select.ts';

type Versioned<T> = T & { version: number };

const readSetting = <T extends object>(initial: T, value: unknown): Versioned<T> => ({
  ...initial,
  version: 0,
  ...(value as Partial<Versioned<T>> | undefined),
});

/** A versioned setting in `installation`; `initial` before the first save. */
export async function findSetting<T extends object>(db: Db | Trx, key: string, initial: T): Promise<Versioned<T>> {
  const value = await selectValue<unknown>(db)`select value from installation where key = ${key}`;
  return readSetting(initial, value);
}

/** Inserts the row first, so that there is one to lock. */
export async function lockSetting<T extends object>(trx: Trx, key: string, initial: T): Promise<Versioned<T>> {
  await run(trx)`insert into installation (key, value) values (${key}, '{}') on conflict do nothing`;
  const value = await selectValue<unknown>(trx)`select value from installation where key = ${key} for update`;
  return readSetting(initial, value);
}

/** Without a version: what last happened, and when. */
export const storeFact = (db: Db | Trx, key: string, fact: object) =>
  run(db)`insert into installation (key, value) values (${key}, ${JSON.stringify(fact)})
    on conflict (key) do update set value = excluded.value, at = now()`;

export const saveSetting = (trx: Trx, key: string, setting: object, now: Date) =>
  run(trx)`update installation set value = ${JSON.stringify(setting)}, at = ${now} where key = ${key}`;
