import type {
  ActionBody,
  ActionName,
  Objective,
  State,
  StatePatch,
  Substate,
} from '@campanero/contract/configuration/schemas';
import { asBigint, insertRow, type RawBuilder, selectColumn, selectRows, selectValue, sql } from '../../db/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { AppError, fieldError, found } from '../../work/app-error.ts';
import { refuseDuplicate } from '../../work/refuse-duplicate.ts';
import { updateVersioned } from '../../work/version.ts';

/** Objectives have states, states have substates. */
export type Catalogue = { objective: Objective; state: State; substate: Substate };
export type CatalogueTable = keyof Catalogue;
type EntryColumns = Pick<StatePatch, 'name' | 'color' | 'callback' | 'contactability' | 'effectiveness'>;

const BASE = sql`entry.id, entry.name, entry.disable, entry.version`;
const linked = (table: string, to: string) => sql`coalesce((
  select json_agg(json_build_object('id', other.id, 'name', other.name) order by other.name collate "es-x-icu", other.id)
  from ${sql.table(`${table}_${to}`)} as link join ${sql.table(to)} as other on other.id = link.${sql.ref(`${to}_id`)}
  where link.${sql.ref(`${table}_id`)} = entry.id), '[]')`;
const COLUMNS: Record<CatalogueTable, RawBuilder<unknown>> = {
  objective: sql`${BASE}, ${linked('objective', 'state')} as states`,
  state: sql`${BASE}, entry.color, entry.callback, entry.contactability, entry.effectiveness,
    ${linked('state', 'substate')} as substates`,
  substate: BASE,
};

export const selectEntries = <T extends CatalogueTable>(db: Db | Trx, table: T, where = sql`true`) =>
  selectRows<Catalogue[T]>(db)`
    select ${COLUMNS[table]} from ${sql.table(table)} as entry where ${where}
    order by entry.name collate "es-x-icu", entry.id`;

export const getCatalogueEntry = async <T extends CatalogueTable>(
  db: Db | Trx,
  table: T,
  id: number,
): Promise<Catalogue[T]> => found((await selectEntries(db, table, sql`entry.id = ${asBigint(id)}`))[0]);

/** The unique index ignores case, accents and outer blanks. */
const refuseTakenName = (table: CatalogueTable) =>
  refuseDuplicate(`${table}_name`, () => fieldError('NAME_TAKEN', 'name', 'Ya existe otro con ese nombre.'));

export async function lockEntry(trx: Trx, table: CatalogueTable, id: number): Promise<void> {
  found(await trx.selectFrom(table).select('id').where('id', '=', asBigint(id)).forUpdate().executeTakeFirst());
}

export const insertEntry = (trx: Trx, table: CatalogueTable, columns: EntryColumns & { name: string }, now: Date) =>
  insertRow(trx, table, { ...columns, createdAt: now, updatedAt: now }).catch(refuseTakenName(table));

/** Undefined columns stay. */
export const updateEntryRow = (trx: Trx, table: CatalogueTable, id: number, columns: EntryColumns, now: Date) =>
  updateVersioned(trx, table, id, { ...columns, updatedAt: now }).catch(refuseTakenName(table));

/** Removes duplicates; refuses unknown ids. */
export async function checkEntries(
  trx: Trx,
  table: 'state' | 'substate',
  given: readonly number[],
  field = `${table}s`,
) {
  const ids = [...new Set(given)];
  const total = await selectValue<number>(trx)`
    select count(*) from ${sql.table(table)} where id = any(${ids}::bigint[])`;
  if (total === ids.length) return ids;
  const code = table === 'state' ? 'UNKNOWN_STATE' : 'UNKNOWN_SUBSTATE';
  throw fieldError(code, field, new AppError(code).message);
}

/** The states of an objective, or the substates of a state. */
export async function replaceLinks(trx: Trx, table: 'objective' | 'state', id: number, to: readonly number[]) {
  const [links, owner, other] =
    table === 'objective'
      ? [sql`objective_state`, sql`objective_id`, sql`state_id`]
      : [sql`state_substate`, sql`state_id`, sql`substate_id`];
  await sql`delete from ${links} where ${owner} = ${id} and ${other} <> all(${to}::int[])`.execute(trx);
  await sql`
    insert into ${links} (${owner}, ${other}) select ${id}, id from unnest(${to}::int[]) as id
    on conflict do nothing`.execute(trx);
}

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
