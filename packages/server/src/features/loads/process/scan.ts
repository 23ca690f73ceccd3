import { copyArray, copyText } from './copy-text.ts';
import type { CopyStream } from './copy-stream.ts';
import type { NumberSet } from './number-set.ts';
import type { Numbering } from './numbering.ts';
import { COPY_HEAD, COPY_TAIL } from './row-writer.ts';
import { oddRows, wholeRows } from './whole-rows.ts';
import type { Rejection, SourceBatch } from './sources/source.ts';
import { addSkipped, type Skipped } from './skipped.ts';
import type { Spread } from './spread.ts';

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
  /** Connections of their own: everything leaves at the same time. */
  rows: CopyStream;
  odd: CopyStream;
  rejects: CopyStream;
  numbering: Numbering;
  /** Rows of a large first load, written at once as the persons, numbers and calls that they make. */
  direct?: { spread: Spread; calls: CopyStream; phones: CopyStream } | undefined;
  /** Rows that go to the workbench, judged on the way. */
  judged?: { blocked: NumberSet; skipped: Skipped } | undefined;
  loadId: number;
  onProgress: (done: number, tally: Tally) => void;
}

/**
 * Reads the source once, from beginning to end: valid rows go to the workbench, numbered, with repeated numbers and persons
 * marked on the way (the first row wins), rejected ones to the load's report.
 */
export async function scan(batches: AsyncIterable<SourceBatch>, tools: ScanTools): Promise<Tally> {
  const { rows, odd, rejects, numbering, direct, judged, loadId, onProgress } = tools;
  const encoded = direct ? [rows, odd, direct.calls, direct.phones] : [rows, odd];
  const tally: Tally = { read: 0, rejected: 0, valid: 0, numbers: 0, persons: 0, hasOrion: false };
  try {
    for (const stream of encoded) await stream.write(COPY_HEAD);
    for await (const batch of batches) {
      numbering.add(batch.pack);
      tally.rejected += batch.rejected.length;
      Object.assign(tally, numbering.count());
      tally.read = tally.valid + tally.rejected;
      tally.hasOrion ||= batch.pack.hasOrion;
      if (direct) {
        const { people, calls, phones, odd: few } = direct.spread.add(batch.pack);
        const writing = [rows.write(people), direct.calls.write(calls), direct.phones.write(phones)];
        await Promise.all([...writing, odd.write(few)]);
      } else {
        if (judged) addSkipped(judged.skipped, batch.pack, judged.blocked);
        const few = oddRows(batch.pack);
        await Promise.all([odd.write(few), rows.write(wholeRows(batch.pack))]);
      }
      if (batch.rejected.length > 0) await rejects.write(rejectedLines(loadId, batch.fileNo, batch.rejected));
      onProgress(batch.done, tally);
    }
    for (const stream of encoded) await stream.write(COPY_TAIL);
    await Promise.all(encoded.map((stream) => stream.end()));
  } catch (error) {
    for (const stream of encoded) stream.destroy();
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
