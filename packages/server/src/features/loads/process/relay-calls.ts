import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from '../../../db/client.ts';
import { callRows, RELAYED, type CallsTarget } from './calls.queries.ts';
import { openCopy } from './copy-stream.ts';
import { withClient } from './own-client.ts';
import { MEMORY, type Workbench } from './workbench.ts';

/**
 * Calls from the workbench into a leaf that nobody sees yet, by COPY out and COPY in. Within the database they would go row by
 * row, each logged, and the first index to read them would write every page again to note that they are there: twice the time.
 */
export const relayCalls = (
  run: { ctx: { db: Db }; databaseUrl: string; abort: AbortController },
  bench: Workbench,
  target: CallsTarget,
  block: number,
): Promise<void> =>
  withClient(run, (from) =>
    withClient(run, async (into) => {
      const { sql: rows } = callRows(bench, target).compile(run.ctx.db);
      await into.query('begin');
      await into.query('select create_direct_call_leaf($1, $2, $3)', [block, target.campaignId, target.now]);
      await from.query('begin');
      await from.query(MEMORY);
      // Several readers would mix up the order, which is the file's and the indexes'.
      await from.query('set local max_parallel_workers_per_gather = 0');
      await relay(
        from,
        `copy (${rows}) to stdout with (format binary)`,
        into,
        `copy call_b${block} (${RELAYED}) from stdin with (format binary, freeze)`,
      );
      await into.query('commit');
      await from.query('commit');
    }),
  );

async function relay(from: pg.Client, reading: string, into: pg.Client, writing: string): Promise<void> {
  const rows: Readable = from.query(copyTo(reading));
  const copy = openCopy(into, writing);
  try {
    for await (const part of rows as AsyncIterable<Buffer>) await copy.write(part);
    await copy.end();
  } catch (error) {
    copy.destroy();
    // It may be in the middle of sending: nobody takes that any more, so no farewell would be heard.
    (from as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    throw error;
  }
}
