import { setImmediate } from 'node:timers/promises';
import { sql, type Insertable } from 'kysely';
import type { Trx } from '../client.ts';
import type { DB } from '../schema.gen.ts';

const BATCH = 5_000;
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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
  const fields = Object.keys(first).map((field) => [field, snakeCase(field)] as const);
  const target = sql.id(snakeCase(table));
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
    // The next batch is serialised while the database works on this one, so the statement must be sent first. Its failure is
    // thrown by the await above or below; this catch only keeps it from counting as unhandled until then.
    running.catch(() => {});
    await setImmediate();
  }
  await running;
}

/** The next `count` ids of a table, taken from its own sequence. */
export async function takeIds(trx: Trx, table: keyof DB, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(found.sequence) as id
    from (select pg_get_serial_sequence(${snakeCase(table)}, 'id')::regclass as sequence offset 0) found, generate_series(1, ${count})`.execute(
    trx,
  );
  return rows.map((row) => row.id);
}
