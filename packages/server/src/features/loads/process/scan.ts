import type pg from 'pg';
import { copyArray, copyText } from './copy-text.ts';
import { openCopy } from './copy-stream.ts';
import { createNumbering } from './numbering.ts';
import { COPY_HEAD, COPY_TAIL, ROW_COLUMNS } from './packer.ts';
import type { AudienceSource, Rejection } from './sources/source.ts';

/** What the first pass over a source counts. */
export interface Tally {
  read: number;
  rejected: number;
  /** Valid rows. */
  valid: number;
  /** Numbers among them, each counted once. */
  numbers: number;
  /** Persons among them. */
  persons: number;
  /** Some row names a contact of the phone dashboard. */
  hasOrion: boolean;
}

export interface ScanTools {
  /** Two connections: valid and rejected rows leave at the same time. */
  rowsClient: pg.ClientBase;
  rejectedClient: pg.ClientBase;
  rowsTable: string;
  loadId: number;
  signal: AbortSignal;
  onProgress: (done: number, tally: Tally) => void;
}

/**
 * Reads the source once, from beginning to end: valid rows go to the workbench, numbered, with repeated numbers and persons
 * marked on the way (the first row wins), rejected ones to the load's report.
 */
export async function scan(source: AudienceSource, tools: ScanTools): Promise<Tally> {
  const { rowsClient, rejectedClient, rowsTable, loadId, signal, onProgress } = tools;
  const rows = openCopy(rowsClient, `copy ${rowsTable} (${ROW_COLUMNS}) from stdin with (format binary)`);
  const rejects = openCopy(rejectedClient, 'copy rejected_row (load_id, file_no, line, reason, cells) from stdin');
  const numbering = createNumbering();
  const tally: Tally = { read: 0, rejected: 0, valid: 0, numbers: 0, persons: 0, hasOrion: false };
  try {
    await rows.write(COPY_HEAD);
    for await (const batch of source.batches(signal)) {
      const numbered = numbering.add(batch.pack);
      tally.rejected += batch.rejected.length;
      Object.assign(tally, numbering.count());
      tally.read = tally.valid + tally.rejected;
      tally.hasOrion ||= batch.pack.hasOrion;
      await rows.write(numbered);
      if (batch.rejected.length > 0) await rejects.write(rejectedLines(loadId, batch.fileNo, batch.rejected));
      onProgress(batch.done, tally);
    }
    await rows.write(COPY_TAIL);
    await rows.end();
  } catch (error) {
    rows.destroy();
    // The report keeps what was rejected up to here: that is why people read it.
    await rejects.end().catch(() => {});
    throw error;
  }
  await rejects.end();
  return tally;
}

const rejectedLines = (loadId: number, fileNo: number, rejected: readonly Rejection[]) =>
  rejected
    .map(({ line, reason, cells }) => `${loadId}\t${fileNo}\t${line}\t${copyText(reason)}\t${copyArray(cells)}\n`)
    .join('');
