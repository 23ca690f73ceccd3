import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from './client.ts';
import type { DB } from './schema.gen.ts';

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/** Tags for a statement: selectRows<Row>(db)`select …`. */
export const selectRows =
  <Row>(db: Db | Trx): Statement<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows;

/** For statements that always return one row. */
export const selectRow = <Row>(db: Db | Trx) => selectFirst<Row>(db) as Statement<Row>;

export const selectFirst =
  <Row>(db: Db | Trx): Statement<Row | undefined> =>
  async (text, ...values) =>
    (await selectRows<Row>(db)(text, ...values))[0];

export const selectColumn =
  <Value>(db: Db | Trx): Statement<Value[]> =>
  async (text, ...values) =>
    (await selectRows<Record<string, Value>>(db)(text, ...values)).map((row) => Object.values(row)[0]!);

/** The only value of a statement that always returns one row. */
export const selectValue =
  <Value>(db: Db | Trx): Statement<Value> =>
  async (text, ...values) =>
    (await selectColumn<Value>(db)(text, ...values))[0]!;

/** For statements whose result does not matter. */
export const run =
  (db: Db | Trx): Statement<void> =>
  async (text, ...values) =>
    void (await sql(text, ...values).execute(db));

export const hasWritten =
  (db: Db | Trx): Statement<boolean> =>
  async (text, ...values) =>
    (await countWritten(db)(text, ...values)) > 0;

export const hasRows =
  (db: Db | Trx): Statement<boolean> =>
  async (text, ...values) =>
    (await selectRows(db)(text, ...values)).length > 0;

export const countWritten =
  (db: Db | Trx): Statement<number> =>
  async (text, ...values) =>
    Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0);

type TableWithId = { [T in keyof DB]: 'id' extends keyof DB[T] ? T : never }[keyof DB];

export async function insertRow<T extends TableWithId>(trx: Trx, table: T, row: Insertable<DB[T]>): Promise<number> {
  // The table's union type is too wide for Kysely's builder.
  const made = await trx
    .insertInto(table as 'campaign')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
