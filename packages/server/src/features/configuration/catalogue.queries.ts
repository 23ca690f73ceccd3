import type { Objective, StatePatch, State, Substate } from '@campanero/contract/configuration/schemas';
import { asBigint, type Db, type RawBuilder, selectRows, selectValue, sql, type Trx } from '../../db/index.ts';
import { AppError, found } from '../../work/app-error.ts';
import { refuseDuplicate } from '../../work/refuse-duplicate.ts';

/** Objectives have states, states have substates. */
export type Catalogue = { objective: Objective; state: State; substate: Substate };
export type CatalogueTable = keyof Catalogue;
export type EntryColumns = Pick<StatePatch, 'name' | 'color' | 'callback' | 'contactability' | 'effectiveness'>;

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
  refuseDuplicate(
    `${table}_name`,
    () => new AppError('NAME_TAKEN', { fields: [{ field: 'name', message: 'Ya existe otro con ese nombre.' }] }),
  );

export async function lockEntry(trx: Trx, table: CatalogueTable, id: number): Promise<void> {
  found(await trx.selectFrom(table).select('id').where('id', '=', asBigint(id)).forUpdate().executeTakeFirst());
}

export async function insertEntry(
  trx: Trx,
  table: CatalogueTable,
  columns: EntryColumns & { name: string },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto(table)
    .values({ ...columns, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(table));
  return id;
}

/** Undefined columns stay. */
export const updateEntryRow = (trx: Trx, table: CatalogueTable, id: number, columns: EntryColumns, now: Date) =>
  trx
    .updateTable(table)
    .set({ ...columns, updatedAt: now })
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName(table));

/** Removes duplicates; refuses unknown ids. */
export async function checkEntries(
  trx: Trx,
  table: 'state' | 'substate',
  given: readonly number[],
  field = `${table}s`,
): Promise<number[]> {
  const ids = [...new Set(given)];
  const total = await selectValue<number>(trx)`
    select count(*) from ${sql.table(table)} where id = any(${ids}::bigint[])`;
  if (total === ids.length) return ids;
  const code = table === 'state' ? 'UNKNOWN_STATE' : 'UNKNOWN_SUBSTATE';
  throw new AppError(code, { fields: [{ field, message: new AppError(code).message }] });
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
