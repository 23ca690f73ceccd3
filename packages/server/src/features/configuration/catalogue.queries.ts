import type { StateBody } from '@campanero/contract/configuration/schemas';
import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { asBigint } from '../../db/product-sql.ts';
import { AppError } from '../../work/app-error.ts';
import { refuseDuplicate } from '../../work/refuse-duplicate.ts';

// The statements that objectives, states and substates have in common.

export type CatalogueTable = 'objective' | 'state' | 'substate';
export type EntryColumns = Pick<StateBody, 'name'> & Partial<Omit<StateBody, 'substates' | 'version'>>;

/** The unique index ignores case, accents and outer blanks. */
const refuseTakenName = (table: CatalogueTable) =>
  refuseDuplicate(
    `${table}_name`,
    () => new AppError('NAME_TAKEN', { fields: [{ field: 'name', message: 'Ya existe otro con ese nombre.' }] }),
  );

export async function lockEntry(trx: Trx, table: CatalogueTable, id: number): Promise<void> {
  const found = await trx.selectFrom(table).select('id').where('id', '=', asBigint(id)).forUpdate().executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
}

export async function insertEntry(trx: Trx, table: CatalogueTable, columns: EntryColumns, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto(table)
    .values({ ...columns, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(table));
  return id;
}

/** Undefined columns stay. */
export async function updateEntryRow(
  trx: Trx,
  table: CatalogueTable,
  id: number,
  patch: { [K in keyof EntryColumns]?: EntryColumns[K] | undefined },
  now: Date,
): Promise<void> {
  const columns = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  await trx
    .updateTable(table)
    .set({ ...columns, updatedAt: now })
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName(table));
}

/** Removes duplicates; refuses unknown ids. */
export async function checkEntries(
  trx: Trx,
  table: 'state' | 'substate',
  given: readonly number[],
  field = `${table}s`,
): Promise<number[]> {
  const ids = [...new Set(given)];
  const { total } = await trx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .executeTakeFirstOrThrow();
  if (total === ids.length) return ids;
  const code = table === 'state' ? 'UNKNOWN_STATE' : 'UNKNOWN_SUBSTATE';
  throw new AppError(code, { fields: [{ field, message: new AppError(code).message }] });
}
