import { RUNS } from '@campanero/contract/loads/csv/write-csv';
import { PostgresQueryCompiler, sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { RowSource, StreamedTable } from './stream-rows.ts';

/**
 * Rows of one statement: each is a transaction of its own, so that no old snapshot stays open
 * (rule reliability/no-old-snapshots). Fewer rows would cost more planning, more would keep it open longer.
 */
export const BATCH = 5_000;

const [QUOTE, LF, CR] = [0x22, 0x0a, 0x0d];

/**
 * The rows of a statement as lines of CSV that PostgreSQL itself writes, as they come: a row costs JavaScript next to nothing, and
 * none is held. They are what csvLine() of the contract would write, if every text that somebody typed is a typedCell().
 * COPY ends lines with LF, RFC 4180 wants CRLF; between quotes a line end is the cell's own.
 */
export async function* copyCsv(source: RowSource, query: RawBuilder<unknown>, done: number): StreamedTable['pieces'] {
  const statement = `copy (${withLiterals(source, query)}) to stdout (format csv, delimiter ';')`;
  const copying = source.client.query(copyTo(statement));
  // A connection that breaks after the last row: the next statement tells it.
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
  // Progress goes on where no row matches.
  yield { csv: '', rows: 0, done };
}

/**
 * neutralise() of the contract in SQL: harmless in a spreadsheet. What begins with a letter or a digit, as nearly every cell does, is
 * known at a glance. An empty text becomes null, which is a blank cell: COPY would write "".
 */
export const typedCell = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when ${text} is null or ${text} = '' then null
  when ascii(${text}) between 65 and 126 or ascii(${text}) between 48 and 57 or ascii(${text}) between 192 and 591 then ${text}
  when ${text} ~ ${RUNS} then '''' || ${text}
  else ${text} end`;

/**
 * COPY takes no parameters. Each value becomes one quoted literal, escaped by the driver's own function: what people typed into a
 * filter stays a text, whatever is in it.
 */
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
  throw new Error(`not to be written into a statement: ${typeof value}`);
}
