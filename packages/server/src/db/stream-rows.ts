import type { RawBuilder } from 'kysely';
import pg from 'pg';
import type { Db } from './client.ts';

/** A row as PostgreSQL writes it, in the order of its columns. */
export type TextRow = (string | null)[];

/** A table on its way into a file: its rows come in batches, so that no more than two batches are ever held. */
export interface StreamedTable {
  header: readonly string[];
  /** How many rows there will be; null where that is not known beforehand. */
  total: number | null;
  batches: AsyncGenerator<TableBatch, void, undefined>;
}
export interface TableBatch {
  rows: readonly TextRow[];
  /** The part of the source that has been read so far, 0 to 1. */
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
export async function readTexts(source: RowSource, query: RawBuilder<unknown>): Promise<TextRow[]> {
  const { rows } = await source.client.query<TextRow>(compile(source, query));
  return rows;
}

/** One row after the other, for a statement whose result is too large to be held. */
export const eachText = (source: RowSource, query: RawBuilder<unknown>, onRow: (row: TextRow) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // As long as somebody listens to its rows, pg keeps none.
    const running = source.client.query(new pg.Query(compile(source, query)));
    running.on('row', (row) => onRow(row as unknown as TextRow));
    running.on('error', reject);
    running.on('end', () => resolve());
  });

/**
 * Rows of one statement: each is a transaction of its own, so that no old snapshot stays open (model 9). Two batches are held, and
 * each row may have 5,000 letters of observations.
 */
export const BATCH = 2_000;

interface Sorted {
  /** Selects one number for each row: its id, counted from `base`. In the order that is wanted. */
  positions: RawBuilder<unknown>;
  base: number;
  /** No fewer than there are positions. */
  capacity: number;
  /** Selects the rows with these ids, in any order; the last column is the id. */
  rowsOf: (ids: readonly number[]) => RawBuilder<unknown>;
}

/**
 * Rows in an order that no index gives: sorted once, in one statement that returns positions only (four bytes a row are held), then
 * read in batches along them. A row that is no longer among those asked for when its batch is read is left out.
 */
export async function* readSorted(
  source: RowSource,
  { positions, base, capacity, rowsOf }: Sorted,
): StreamedTable['batches'] {
  const sorted = new Uint32Array(capacity);
  let count = 0;
  await eachText(source, positions, ([position]) => {
    sorted[count] = Number(position);
    count += 1;
  });
  for (let begun = 0; begun < count; begun += BATCH) {
    const read = Math.min(begun + BATCH, count);
    const ids = Array.from(sorted.subarray(begun, read), (position) => base + position);
    const rows = await readTexts(source, rowsOf(ids));
    const byId = new Map(rows.map((row) => [Number(row.at(-1)), row]));
    const inOrder = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
    yield { rows: inOrder, done: read / count };
  }
}

/** The next batch is on its way from the database while the present one is written. */
export async function* readAhead<T>(batches: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = batches.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = batches.next();
      // A failure is thrown when its turn comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await batches.return();
  }
}
