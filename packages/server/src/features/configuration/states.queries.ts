import type { ActionBody, ActionName } from '@campanero/contract/configuration/schemas';
import { type Db, selectColumn, selectRows, sql, type Trx } from '../../db/index.ts';

export const selectFlagged = (db: Db | Trx, action: ActionName) =>
  selectRows<{ id: number; name: string; has: boolean }>(db)`
    select id, name, ${sql.ref(action)} as has from state order by name collate "es-x-icu", id`;

/** Serialises concurrent saves: otherwise an update would skip states that need no change in its older snapshot. */
export const lockStates = (trx: Trx, ids: readonly number[]) =>
  sql`select from state where id = any(${ids}::int[]) order by id for update`.execute(trx);

/** One statement, so that no partial assignment is visible. Only changed states get a new version: edits of the others stay valid. */
export const updateFlag = (trx: Trx, action: ActionName, { has, hasNo }: ActionBody, now: Date) => {
  const isGiven = sql`(id = any(${has}::int[]))`;
  return selectColumn<number>(trx)`
    update state set ${sql.ref(action)} = ${isGiven}, updated_at = ${now}, version = version + 1
    where id = any(${[...has, ...hasNo]}::int[]) and ${sql.ref(action)} <> ${isGiven} returning id`;
};
