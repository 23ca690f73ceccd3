import { csvLine, FORMULA_START } from '@campanero/contract/loads/csv/write-csv';
import { sql, type RawBuilder, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from './client.ts';

/** Values as PostgreSQL's text, in column order. */
export type StreamedRow = (string | null)[];

/** Comes in pieces, so that only one batch of rows is in memory. */
export interface StreamedTable {
  header: readonly string[];
  total: number | null;
  pieces: AsyncGenerator<TablePiece, void, undefined>;
}
/** `done`: the part of the source read by the end of the batch, 0 to 1. */
type TablePiece = { csv: Buffer | string; rows: number; done: number };

/** A dedicated connection, and the Kysely instance that compiles the statements. */
export type RowSource = { client: pg.Client; db: Db };

const asText = { getTypeParser: () => (text: string) => text };

function compile({ db }: RowSource, query: RawBuilder<unknown>) {
  const { sql: text, parameters } = query.compile(db);
  return { text, values: [...parameters], rowMode: 'array' as const, types: asText };
}

/** As text arrays: a third of the time of objects with parsed values. */
export const readTexts = async (source: RowSource, query: RawBuilder<unknown>) =>
  (await source.client.query<StreamedRow>(compile(source, query))).rows;

/** For rows formatted here; copyCsv() streams those that PostgreSQL can format. */
export const csvOf = (rows: readonly StreamedRow[]) => ({
  csv: rows.map((row) => csvLine(row)).join(''),
  rows: rows.length,
});

const eachText = (source: RowSource, query: RawBuilder<unknown>, onRow: (row: StreamedRow) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // With a row listener pg buffers no rows.
    const running = source.client.query(new pg.Query(compile(source, query)));
    running.on('row', (row) => onRow(row as unknown as StreamedRow));
    running.on('error', reject);
    running.on('end', () => resolve());
  });

/** `positions` selects one number per row, its id minus `base`, in the wanted order; at most `capacity`. */
type Sorted = { positions: RawBuilder<unknown>; base: number; capacity: number; batch: number };

/** Ids in an order without an index: sorted by one statement that returns positions only (four bytes per row in memory). */
export async function* sortIds(source: RowSource, { positions, base, capacity, batch }: Sorted) {
  const sorted = new Uint32Array(capacity);
  let count = 0;
  await eachText(source, positions, ([position]) => {
    sorted[count] = Number(position);
    count += 1;
  });
  for (let begun = 0; begun < count; begun += batch) {
    const read = Math.min(begun + batch, count);
    yield { ids: Array.from(sorted.subarray(begun, read), (position) => base + position), done: read / count };
  }
}

/** A from item `chosen`; `order by chosen.place` keeps the order. */
export const chosenIds = (ids: readonly number[]) =>
  sql`unnest(${[...ids]}::bigint[]) with ordinality as chosen (id, place)`;

/** Rows per statement, each its own transaction (rule reliability/no-long-snapshots); fewer rows cost more planning. */
export const BATCH = 5_000;

const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];

/** CSV by COPY, equal to csvLine() if every typed text is a typedCell(). Its line ends become CRLF, except inside quotes. */
export async function* copyCsv(source: RowSource, query: RawBuilder<unknown>, done: number): StreamedTable['pieces'] {
  const statement = `copy (${withLiterals(source, query)}) to stdout (format csv, delimiter ';')`;
  const copying = source.client.query(copyTo(statement));
  // If the connection breaks after the last row, the next statement fails.
  copying.on('error', () => {});
  let isQuoted = false;
  for await (const chunk of copying as AsyncIterable<Buffer>) {
    const csv = Buffer.allocUnsafe(2 * chunk.length);
    let length = 0;
    let rows = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LF && !isQuoted) {
        csv[length++] = CR;
        rows += 1;
      }
      csv[length++] = byte;
    }
    yield { csv: csv.subarray(0, length), rows, done };
  }
  // Reports progress even if no row matched.
  yield { csv: '', rows: 0, done };
}

/** neutralise() of the contract in SQL. An empty text becomes null, a blank cell: COPY would write "". */
export const typedCell = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when ${text} is null or ${text} = '' then null
  when ascii(${text}) between 65 and 126 or ascii(${text}) between 48 and 57 or ascii(${text}) between 192 and 591 then ${text}
  when ${text} ~ ${FORMULA_START} then '''' || ${text}
  else ${text} end`;

/** COPY takes no parameters: each value becomes a literal escaped by the driver. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value));
  }
}

function withLiterals({ db }: RowSource, statement: RawBuilder<unknown>): string {
  const { query, queryId } = statement.compile(db);
  return new LiteralCompiler().compileQuery(query, queryId).sql;
}

function literalOf(value: unknown): string {
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number') return pg.escapeLiteral(String(value));
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return pg.escapeLiteral(`{${value.join(',')}}`);
  throw new Error(`cannot be written as a literal: ${typeof value}`);
}
