import { Readable } from 'node:stream';
import { CSV_MARK, csvLine } from '@campanero/contract/loads/csv/write-csv';
import { withClient } from '../../db/own-client.ts';
import type { StreamedTable } from '../../db/stream-rows.ts';
import type { StoredFile } from '../../integrations/files/port.ts';
import type { Ctx } from '../../work/context.ts';
import { isDiskFull } from '../../work/disk-full.ts';
import { discardStray, putStray } from '../../work/stray-files.ts';
import { completeExport, failExport } from './end-export.ts';
import { mayAskFor } from './exports.policy.ts';
import {
  findExport,
  findRequester,
  findRunningFor,
  saveProgress,
  type Attempt,
  type FoundExport,
} from './exports.queries.ts';
import { NO_LONGER_ALLOWED, NO_SPACE } from './exports.words.ts';
import { openTable } from './open-table.ts';
import type { WholeFile } from './statistics-file.ts';

const SAVE_EVERY_MS = 1_000;

/** The export was cancelled, or another attempt has taken it over: this one must leave no trace. */
class ExportOver extends Error {}

interface AttemptOptions {
  /** Called with the tenth of the rows that has been written: '1' to '10'. For tests that kill it on its way. */
  onStep?: (step: string) => void;
}

/** One attempt at an export. What trying again cannot mend ends it in ERROR, with words; everything else is thrown. */
export async function attemptExport(ctx: Ctx, attempt: Attempt, { onStep }: AttemptOptions = {}): Promise<void> {
  const person = await findRequesterOf(ctx, attempt);
  if (!person) return;
  const { job, viewer } = person;
  if (viewer === null) return failExport(ctx, attempt, NO_LONGER_ALLOWED);
  const abort = new AbortController();
  const progress = keepProgress(ctx, attempt, abort, onStep);
  try {
    const stored = await withClient(
      { databaseUrl: ctx.databaseUrl, abort, applicationName: 'campanero export' },
      async (client) => {
        // Sorting an audience of millions needs room; parallel workers would not inherit the low priority.
        await client.query(`set work_mem = '48MB'; set jit = off; set max_parallel_workers_per_gather = 0`);
        const table = await openTable({ client, db: ctx.db }, job, viewer);
        return store(ctx, table, progress, abort.signal);
      },
    );
    await progress.stop();
    const isOurs = await completeExport(ctx, attempt, { ...stored, rows: progress.rows() });
    if (!isOurs) await discardStray(ctx, stored.key);
  } catch (error) {
    if (abort.signal.reason instanceof ExportOver) return;
    if (!isDiskFull(error)) throw error;
    await progress.stop();
    await failExport(ctx, attempt, NO_SPACE);
  } finally {
    await progress.stop();
  }
}

/** The export and the person it is made for, as they are now; a null viewer may no longer have it. */
async function findRequesterOf({ db }: Ctx, attempt: Attempt) {
  const requestedBy = await findRunningFor(db, attempt);
  if (requestedBy === undefined) return null;
  const { primary, disabled } = await findRequester(db, requestedBy);
  const viewer = { id: requestedBy, primary: primary ?? undefined };
  const job = (await findExport(db, viewer, attempt.id)) as FoundExport;
  return { job, viewer: !disabled && mayAskFor(viewer, job) ? viewer : null };
}

interface Progress {
  begin(total: number | null): void;
  wrote(rows: number, done: number): void;
  rows(): number;
  stop(): Promise<void>;
}

/** Saves how far it is once a second; the same write tells whether the export is still this attempt's. */
function keepProgress(
  { db }: Ctx,
  attempt: Attempt,
  abort: AbortController,
  onStep: ((step: string) => void) | undefined,
): Progress {
  const state: { progress: number; rowCount: number; total: number | null } = { progress: 0, rowCount: 0, total: null };
  let isStopped = false;
  let saving: Promise<void> = Promise.resolve();
  const save = async () => {
    // If the database does not answer for a moment, the statements of the export itself will find out.
    const isOurs = await saveProgress(db, attempt, state).catch(() => true);
    if (!isOurs && !isStopped) abort.abort(new ExportOver());
  };
  const timer = setInterval(() => {
    saving = saving.then(() => (isStopped ? undefined : save()));
  }, SAVE_EVERY_MS);
  return {
    begin: (total) => Object.assign(state, { total }),
    wrote(rows, done) {
      const tenth = Math.floor(done * 10);
      if (tenth > Math.floor(state.progress * 10)) onStep?.(String(tenth));
      Object.assign(state, { rowCount: state.rowCount + rows, progress: Math.min(done, 1) });
    },
    rows: () => state.rowCount,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await saving;
    },
  };
}

/** Into the store: the file appears there when it is complete, or not at all. */
const store = (
  ctx: Ctx,
  content: StreamedTable | WholeFile,
  progress: Progress,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const chunks = 'whole' in content ? writeWhole(content, progress) : writeCsv(content, progress, signal);
  return putStray(ctx, Readable.from(chunks, { objectMode: false, highWaterMark: 1 }), Number.MAX_SAFE_INTEGER);
};

async function* writeWhole({ whole, rows }: WholeFile, progress: Progress) {
  yield whole;
  progress.wrote(rows, 1);
}

/** `;`, UTF-8 with its mark, CRLF: as a Spanish Excel opens it by a double click, and as our own loader reads it back. */
async function* writeCsv(table: StreamedTable, progress: Progress, signal: AbortSignal) {
  progress.begin(table.total);
  yield CSV_MARK + csvLine(table.header);
  for await (const { csv, rows, done } of table.pieces) {
    signal.throwIfAborted();
    if (csv.length > 0) yield csv;
    progress.wrote(rows, done);
  }
}
