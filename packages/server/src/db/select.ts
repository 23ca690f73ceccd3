import { sql } from 'kysely';
import type { Db, Trx } from './client.ts';

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/** Tags for a statement: selectRows<Row>(db)`select …`. */
export const selectRows =
  <Row>(db: Db | Trx): Statement<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows;

/** For statements that always return one row. */
export const selectRow =
  <Row>(db: Db | Trx): Statement<Row> =>
  async (text, ...values) =>
    (await selectRows<Row>(db)(text, ...values))[0]!;

/** The values of the only column. */
export const selectColumn =
  <Value>(db: Db | Trx): Statement<Value[]> =>
  async (text, ...values) =>
    (await selectRows<Record<string, Value>>(db)(text, ...values)).map((row) => Object.values(row)[0]!);

/** The only value of a statement that always returns one row. */
export const selectValue =
  <Value>(db: Db | Trx): Statement<Value> =>
  async (text, ...values) =>
    (await selectColumn<Value>(db)(text, ...values))[0]!;

/** Whether the statement wrote a row. */
export const hasWritten =
  (db: Db | Trx): Statement<boolean> =>
  async (text, ...values) =>
    (await countWritten(db)(text, ...values)) > 0;

export const hasRows =
  (db: Db | Trx): Statement<boolean> =>
  async (text, ...values) =>
    (await selectRows(db)(text, ...values)).length > 0;

/** How many rows the statement wrote. */
export const countWritten =
  (db: Db | Trx): Statement<number> =>
  async (text, ...values) =>
    Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0);
