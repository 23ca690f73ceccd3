import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { columnOf, selectColumn, sql, type Trx } from '../index.ts';
import type { DB } from '../schema.gen.ts';

const BATCH = 5_000;
/** The text form PostgreSQL reads back as bytea. */
const toJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);

/** Each batch is one JSON parameter. All rows name the same columns. `skipExisting`: on conflict do nothing. */
export async function insertMany<T extends keyof DB>(
  trx: Trx,
  table: T,
  rows: readonly Insertable<DB[T]>[],
  options: { skipExisting?: boolean } = {},
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const fields = Object.keys(first).map((field) => [field, columnOf(field)] as const);
  const target = sql.id(columnOf(table));
  const columns = sql.join(fields.map(([, column]) => sql.id(column)));
  const onConflict = options.skipExisting ? sql`on conflict do nothing` : sql``;
  const insert = (json: string) => sql`
    insert into ${target} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${target}, ${json}::json) ${onConflict}`;

  let running: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH) as readonly Record<string, unknown>[];
    const records = batch.map((row) =>
      Object.fromEntries(fields.map(([field, column]) => [column, toJson(row[field])])),
    );
    const json = JSON.stringify(records);
    await running;
    running = insert(json).execute(trx);
    // Sent before the next batch is serialised. The await above or below throws a failure; it is not unhandled until then.
    running.catch(() => {});
    await setImmediate();
  }
  await running;
}

/** The next ids of a table's sequence. */
export const takeIds = (trx: Trx, table: keyof DB, count: number) =>
  selectColumn<number>(trx)`
    select nextval(found.sequence)
    from (select pg_get_serial_sequence(${columnOf(table)}, 'id')::regclass as sequence offset 0) found, generate_series(1, ${count})`;
