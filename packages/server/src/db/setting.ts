import type { Db, Trx } from './client.ts';

type Versioned<T> = T & { version: number };

const readSetting = <T extends object>(initial: T, value: unknown): Versioned<T> => ({
  ...initial,
  version: 0,
  ...(value as Partial<Versioned<T>> | undefined),
});

/** A versioned setting in `installation`; `initial` before the first save. */
export async function findSetting<T extends object>(db: Db | Trx, key: string, initial: T): Promise<Versioned<T>> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return readSetting(initial, row?.value);
}

/** Inserts the row first, so that there is one to lock. */
export async function lockSetting<T extends object>(trx: Trx, key: string, initial: T): Promise<Versioned<T>> {
  await trx
    .insertInto('installation')
    .values({ key, value: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('installation')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return readSetting(initial, row.value);
}

export const saveSetting = (trx: Trx, key: string, setting: object, now: Date) =>
  trx
    .updateTable('installation')
    .set({ value: JSON.stringify(setting), at: now })
    .where('key', '=', key)
    .execute();
