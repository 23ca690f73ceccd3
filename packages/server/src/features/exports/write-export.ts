import { Readable } from 'node:stream';
import { CSV_MARK, csvLine } from '@campanero/contract/loads/csv/write-csv';
import type { StreamedTable } from '../../db/stream-rows.ts';
import { type Attempt, AttemptOver, saveRegularly } from '../../work/attempts.ts';
import type { Ctx } from '../../work/index.ts';
import { putOrphan } from '../../work/orphan-files.ts';
import { exportAttempts } from './exports.queries.ts';
import type { BufferedFile } from './statistics-file.ts';

type Progress = ReturnType<typeof keepExportProgress>;

/** Saves the progress once a second; the same write detects that another attempt took over. */
export function keepExportProgress(
  { db }: Ctx,
  attempt: Attempt<string>,
  abort: AbortController,
  onStep: ((step: string) => void) | undefined,
) {
  const state: { progress: number; rowCount: number; total: number | null } = { progress: 0, rowCount: 0, total: null };
  const stop = saveRegularly(
    () => exportAttempts.update(db, attempt, state),
    () => abort.abort(new AttemptOver()),
  );
  return {
    // Restarts at 0 when a read moves from a replica to the primary.
    begin: (total: number | null) => Object.assign(state, { total, progress: 0, rowCount: 0 }),
    wrote(rows: number, done: number) {
      const tenth = Math.floor(done * 10);
      if (tenth > Math.floor(state.progress * 10)) onStep?.(String(tenth));
      Object.assign(state, { rowCount: state.rowCount + rows, progress: Math.min(done, 1) });
    },
    rows: () => state.rowCount,
    stop,
  };
}

/** The store shows the file only once it is complete. */
export const storeFile = (ctx: Ctx, content: StreamedTable | BufferedFile, progress: Progress, signal: AbortSignal) => {
  const chunks = 'content' in content ? writeBuffered(content, progress) : writeCsv(content, progress, signal);
  return putOrphan(ctx, Readable.from(chunks, { objectMode: false, highWaterMark: 1 }), Number.MAX_SAFE_INTEGER);
};

async function* writeBuffered({ content, rows }: BufferedFile, progress: Progress) {
  progress.begin(rows);
  yield content;
  progress.wrote(rows, 1);
}

/** `;`, UTF-8 with BOM, CRLF: Excel with Spanish settings opens it, and our loader reads it back. */
async function* writeCsv(table: StreamedTable, progress: Progress, signal: AbortSignal) {
  progress.begin(table.total);
  yield CSV_MARK + csvLine(table.header);
  for await (const { csv, rows, done } of table.pieces) {
    signal.throwIfAborted();
    if (csv.length > 0) yield csv;
    progress.wrote(rows, done);
  }
}
