import { type Insertable, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from './client.ts';
import type { DB } from './schema.gen.ts';
import { columnOf } from './text.ts';

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

const tag =
  <Result>(db: Db | Trx, resultOf: (result: QueryResult<unknown>) => Result): Statement<Result> =>
  async (text, ...values) =>
    resultOf(await sql(text, ...values).execute(db));
const firstValueOf = (row: unknown) => Object.values(row as object)[0] as unknown;

/** Tags for a statement: selectRows<Row>(db)`select …`. */
export const selectRows = <Row>(db: Db | Trx) => tag(db, ({ rows }) => rows as Row[]);
export const selectFirst = <Row>(db: Db | Trx) => tag(db, ({ rows }) => rows[0] as Row | undefined);
/** For statements that always return one row. */
export const selectRow = <Row>(db: Db | Trx) => tag(db, ({ rows }) => rows[0] as Row);
export const selectColumn = <Value>(db: Db | Trx) => tag(db, ({ rows }) => rows.map(firstValueOf) as Value[]);
/** The only value of a statement that always returns one row. */
export const selectValue = <Value>(db: Db | Trx) => tag(db, ({ rows }) => rows.map(firstValueOf)[0] as Value);
/** For statements whose result does not matter. */
export const run = (db: Db | Trx) => tag(db, () => {});
export const countWritten = (db: Db | Trx) => tag(db, ({ numAffectedRows = 0 }) => Number(numAffectedRows));
export const hasWritten = (db: Db | Trx) => tag(db, ({ numAffectedRows = 0 }) => numAffectedRows > 0);
export const hasRows = (db: Db | Trx) => tag(db, ({ rows }) => rows.length > 0);

type ColumnTypes<Row> = {
  [Name in keyof Row & string]?: 'bigint' | 'int' | 'smallint' | 'text' | 'date' | 'timestamptz';
};
/** Rows as parameters: an array for each column. */
export const arraysOf = <Row extends object>(rows: readonly Row[], types: ColumnTypes<Row>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(types).map(
      ([name, type]) => sql`${rows.map((row) => row[name as keyof Row])}::${sql.raw(`${type}[]`)}`,
    ),
  );
/** A from item `given` of these rows and columns. */
export const givenRows = <Row extends object>(rows: readonly Row[], types: ColumnTypes<Row>): RawBuilder<unknown> =>
  sql`unnest(${arraysOf(rows, types)}) as given (${sql.raw(Object.keys(types).map(columnOf).join(', '))})`;

type TableWithId = { [T in keyof DB]: 'id' extends keyof DB[T] ? T : never }[keyof DB];

// The table's union type is too wide for Kysely's builder.
const insertion = <T extends TableWithId>(trx: Trx, table: T, row: Insertable<DB[T]>) =>
  trx
    .insertInto(table as 'campaign')
    .values(row as never)
    .returning('id');

export const insertRow = async <T extends TableWithId>(trx: Trx, table: T, row: Insertable<DB[T]>) =>
  (await insertion(trx, table, row).executeTakeFirstOrThrow()).id;

/** Undefined if a unique index has such a row already. */
export const insertNew = async <T extends TableWithId>(trx: Trx, table: T, row: Insertable<DB[T]>) =>
  (
    await insertion(trx, table, row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
  )?.id;
