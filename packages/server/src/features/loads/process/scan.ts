import type { AudienceRow } from '@campanero/contract/loads/csv/read-person';
import type pg from 'pg';
import { copyArray, copyText } from './copy-text.ts';
import { COPY_CHUNK, openCopy } from './copy-stream.ts';
import { createIdentifier, identifyOrion } from './identity.ts';
import { IdentityMap } from './identity-map.ts';
import { NumberSet } from './number-set.ts';
import { createRowEncoder, ROW_COLUMNS } from './row-encoder.ts';
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
  const { tally, encoder } = numbering;
  try {
    encoder.begin();
    for await (const batch of source.batches(signal)) {
      tally.read += batch.rows.length + batch.rejected.length;
      tally.rejected += batch.rejected.length;
      numbering.add(batch.rows);
      if (encoder.size() >= COPY_CHUNK) await rows.write(encoder.take());
      if (batch.rejected.length > 0) await rejects.write(rejectedLines(loadId, batch.fileNo, batch.rejected));
      onProgress(batch.done, tally);
    }
    encoder.end();
    await rows.write(encoder.take());
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

/** Gives every valid row its place and its person, and writes it down for COPY. */
export function createNumbering() {
  const tally: Tally = { read: 0, rejected: 0, valid: 0, numbers: 0, persons: 0, hasOrion: false };
  const identify = createIdentifier();
  const numbers = new NumberSet();
  const persons = new IdentityMap();
  const encoder = createRowEncoder(COPY_CHUNK);

  function add(person: AudienceRow): void {
    const identity = identify(person);
    const isFirst = numbers.add(Number(person.number));
    const known = persons.size;
    const who = persons.take(person.orionId === null ? identity : identifyOrion(person.orionId));
    if (person.orionId !== null) tally.hasOrion = true;
    encoder.add(person, {
      row: tally.valid++,
      place: isFirst ? numbers.size - 1 : null,
      who,
      again: who < known,
      high: identity.high,
      low: identity.low,
    });
  }

  return {
    tally,
    encoder,
    add(people: readonly AudienceRow[]) {
      for (const person of people) add(person);
      tally.numbers = numbers.size;
      tally.persons = persons.size;
    },
  };
}
