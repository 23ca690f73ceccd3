import { Readable } from 'node:stream';
import { CSV_MARK, csvLine } from '@campanero/contract/loads/csv/write-csv';
import type { StreamedTable } from '../../db/stream-rows.ts';
import type { StoredFile } from '../../integrations/files/port.ts';
import type { Ctx } from '../../work/context.ts';
import { putOrphan } from '../../work/orphan-files.ts';
import { saveExportProgress, type Attempt } from './exports.queries.ts';
import type { WholeFile } from './statistics-file.ts';

const SAVE_EVERY_MS = 1_000;

/** The export was cancelled, or another attempt has taken it over: this one must leave no trace. */
export class ExportOver extends Error {}

interface Progress {
  begin(total: number | null): void;
  wrote(rows: number, done: number): void;
  rows(): number;
  stop(): Promise<void>;
}

/** Saves how far it is once a second; the same write tells whether the export is still this attempt's. */
export function keepExportProgress(
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
    const isOurs = await saveExportProgress(db, attempt, state).catch(() => true);
    if (!isOurs && !isStopped) abort.abort(new ExportOver());
  };
  const timer = setInterval(() => {
    saving = saving.then(() => (isStopped ? undefined : save()));
  }, SAVE_EVERY_MS);
  return {
    // Again from nothing where a replica broke the first try off.
    begin: (total) => Object.assign(state, { total, progress: 0, rowCount: 0 }),
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
export const storeFile = (
  ctx: Ctx,
  content: StreamedTable | WholeFile,
  progress: Progress,
  signal: AbortSignal,
): Promise<StoredFile> => {
  const chunks = 'whole' in content ? writeWhole(content, progress) : writeCsv(content, progress, signal);
  return putOrphan(ctx, Readable.from(chunks, { objectMode: false, highWaterMark: 1 }), Number.MAX_SAFE_INTEGER);
};

async function* writeWhole({ whole, rows }: WholeFile, progress: Progress) {
  progress.begin(rows);
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
