import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { copyArray, copyText, openCopy, type CopyStream } from '../../db/copy-stream.ts';
import { withClient } from '../../db/dedicated-client.ts';
import { createNumbering } from './numbering.ts';
import { COPY_HEAD, COPY_TAIL, ROW_COLUMNS, type Pack } from '../row-encoder.ts';
import { tableName } from './staging.ts';

export interface SourceBatch {
  fileNo: number;
  pack: Pack;
  rejected: readonly RejectedRow[];
  /** The part of the source read so far, 0 to 1. */
  done: number;
}

/** Files, the phone dashboard or a form; loads treat them alike (rule audience-files/one-pipeline). */
export interface AudienceSource {
  /** Throws LoadFailure if nothing can be loaded. */
  batches(signal: AbortSignal): AsyncIterable<SourceBatch>;
}

export interface Tally {
  read: number;
  rejected: number;
  valid: number;
  numbers: number;
  persons: number;
  /** Some row has an id of the phone dashboard. */
  hasOrion: boolean;
}

interface Reader {
  databaseUrl: string;
  abort: AbortController;
  load: { id: number; attempt: number };
  source: AudienceSource;
  onProgress: (done: number, tally: Tally) => void;
  /** Also called after a failure. */
  onReadingEnded: () => Promise<void>;
}

const COPY_REJECTED = 'copy rejected_row (load_id, file_no, line, reason, cells) from stdin';

/** Reads the source once: valid rows go numbered into the staging table, rejected ones into the report. */
export const readSource = (reader: Reader): Promise<Tally> =>
  withClient(reader, (rowsClient) =>
    withClient(reader, async (rejectedClient) => {
      const { load, onReadingEnded } = reader;
      // COPY FREEZE needs a table created in the same transaction, and keeps the rows in file order.
      await rowsClient.query('begin');
      await rowsClient.query('select create_load_tables($1, $2)', [load.id, load.attempt]);
      const into = `${tableName('row', load)} (${ROW_COLUMNS})`;
      const rows = openCopy(rowsClient, `copy ${into} from stdin with (format binary, freeze)`);
      const rejected = openCopy(rejectedClient, COPY_REJECTED);
      let tally: Tally;
      try {
        tally = await copyRows(reader, rows, rejected);
        await rows.end();
      } catch (error) {
        rows.destroy();
        throw error;
      } finally {
        // Also after a failure: the report shows the rows rejected so far.
        await rejected.end();
        await onReadingEnded().catch(() => {});
      }
      await rowsClient.query('commit');
      return tally;
    }),
  );

async function copyRows({ abort, load, source, onProgress }: Reader, rows: CopyStream, rejected: CopyStream) {
  const tally: Tally = { read: 0, rejected: 0, valid: 0, numbers: 0, persons: 0, hasOrion: false };
  let numbering: ReturnType<typeof createNumbering> | undefined;
  await rows.write(COPY_HEAD);
  for await (const batch of source.batches(abort.signal)) {
    // Extrapolates the number of rows from the first batch.
    numbering ??= createNumbering((batch.pack.starts.length - 1) / batch.done);
    numbering.add(batch.pack);
    Object.assign(tally, numbering.count());
    tally.rejected += batch.rejected.length;
    tally.read = tally.valid + tally.rejected;
    tally.hasOrion ||= batch.pack.hasOrion;
    await rows.write(batch.pack.bytes);
    if (batch.rejected.length > 0) await rejected.write(rejectedLines(load.id, batch));
    onProgress(batch.done, tally);
  }
  await rows.write(COPY_TAIL);
  return tally;
}

const rejectedLines = (loadId: number, { fileNo, rejected }: SourceBatch) =>
  rejected
    .map(({ line, reason, cells }) => `${loadId}\t${fileNo}\t${line}\t${copyText(reason)}\t${copyArray(cells)}\n`)
    .join('');
