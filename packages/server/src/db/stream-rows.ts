import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Db } from './client.ts';

/** A row as PostgreSQL writes it, in the order of its columns. */
export type StreamedRow = (string | null)[];

/** A table on its way into a file: it comes in pieces, so that no more than a batch of rows is ever held. */
export interface StreamedTable {
  header: readonly string[];
  /** How many rows there will be; null where that is not known beforehand. */
  total: number | null;
  pieces: AsyncGenerator<TablePiece, void, undefined>;
}
interface TablePiece {
  csv: Buffer | string;
  /** Rows that end in it. */
  rows: number;
  /** The part of the source that has been read by the end of its batch, 0 to 1. */
  done: number;
}

/** Where streams are read: a connection of their own, and the database whose plugins compile the statements. */
export interface RowSource {
  client: pg.Client;
  db: Db;
}

const asText = { getTypeParser: () => (text: string) => text };

function compile({ db }: RowSource, query: RawBuilder<unknown>) {
  const { sql: text, parameters } = query.compile(db);
  return { text, values: [...parameters], rowMode: 'array' as const, types: asText };
}

/** All rows of a statement, as text and without names: a third of the time that objects with converted values take. */
export async function readTexts(source: RowSource, query: RawBuilder<unknown>): Promise<StreamedRow[]> {
  const { rows } = await source.client.query<StreamedRow>(compile(source, query));
  return rows;
}

/** Rows that were put into words here; those that PostgreSQL can write by itself come from copyCsv(). */
export const csvOf = (rows: readonly StreamedRow[]) => ({
  csv: rows.map((row) => csvLine(row)).join(''),
  rows: rows.length,
});

/** One row after the other, for a statement whose result is too large to be held. */
const eachText = (source: RowSource, query: RawBuilder<unknown>, onRow: (row: StreamedRow) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // As long as somebody listens to its rows, pg keeps none.
    const running = source.client.query(new pg.Query(compile(source, query)));
    running.on('row', (row) => onRow(row as unknown as StreamedRow));
    running.on('error', reject);
    running.on('end', () => resolve());
  });

interface Sorted {
  /** Selects one number for each row: its id, counted from `base`. In the order that is wanted. */
  positions: RawBuilder<unknown>;
  base: number;
  /** No fewer than there are positions. */
  capacity: number;
  /** How many ids come at a time. */
  batch: number;
}

/** Ids in an order that no index gives: sorted once, in one statement that returns positions only (four bytes a row are held). */
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

/** A batch of ids for a from, as `chosen`; `order by chosen.place` keeps their order. */
export const chosenIds = (ids: readonly number[]) =>
  sql`unnest(${[...ids]}::bigint[]) with ordinality as chosen (id, place)`;
