import { copyArray, copyText, openCopy, type CopyStream } from '../../db/copy-stream.ts';
import { withClient } from '../../db/own-client.ts';
import { createNumbering } from './numbering.ts';
import { COPY_HEAD, COPY_TAIL, ROW_COLUMNS, type Pack } from '../row-encoder.ts';
import { tableName } from './staging.ts';

export interface RejectedRow {
  /** Of the file, header = 1; the position in another source. */
  line: number;
  reason: string;
  cells: readonly string[];
}

export interface SourceBatch {
  fileNo: number;
  pack: Pack;
  rejected: readonly RejectedRow[];
  /** The part of the whole source that has been read, 0 to 1. */
  done: number;
}

/**
 * Where an audience comes from: files, the phone dashboard or a form. The load treats them all alike
 * (rule audience-files/one-pipeline).
 */
export interface AudienceSource {
  /** Throws LoadFailure if nothing of it can be loaded. */
  batches(signal: AbortSignal): AsyncIterable<SourceBatch>;
}

/** What was counted while reading. */
export interface Tally {
  read: number;
  rejected: number;
  /** Valid rows. */
  valid: number;
  /** Different numbers among them. */
  numbers: number;
  /** Different persons among them. */
  persons: number;
  /** Some row names a contact of the phone dashboard. */
  hasOrion: boolean;
}

interface Reader {
  databaseUrl: string;
  abort: AbortController;
  load: { id: number; attempt: number };
  source: AudienceSource;
  onProgress: (done: number, tally: Tally) => void;
  /** However the reading ended. */
  onReadingEnded: () => Promise<void>;
}

const COPY_REJECTED = 'copy rejected_row (load_id, file_no, line, reason, cells) from stdin';

/** Reads the source once: valid rows go numbered into the staging table, rejected ones into the load's report. */
export const readSource = (reader: Reader): Promise<Tally> =>
  withClient(reader, (rowsClient) =>
    withClient(reader, async (rejectedClient) => {
      const { load, onReadingEnded } = reader;
      // Filled by the transaction that makes it: only then does COPY keep the rows in the order of the file, and frozen.
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
        // However it ended: the report shows what was rejected up to here.
        await rejected.end();
        await onReadingEnded().catch(() => {});
      }
      await rowsClient.query('commit');
      return tally;
    }),
  );

async function copyRows(
  { abort, load, source, onProgress }: Reader,
  rows: CopyStream,
  rejected: CopyStream,
): Promise<Tally> {
  const tally: Tally = { read: 0, rejected: 0, valid: 0, numbers: 0, persons: 0, hasOrion: false };
  let numbering: ReturnType<typeof createNumbering> | undefined;
  await rows.write(COPY_HEAD);
  for await (const batch of source.batches(abort.signal)) {
    // As many rows as if the whole source were like its beginning.
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
