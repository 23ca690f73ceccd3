import { FORMULA_START } from '@campanero/contract/loads/csv/write-csv';
import { PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { RowSource, StreamedTable } from './stream-rows.ts';

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
