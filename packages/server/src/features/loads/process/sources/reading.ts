import { isUtf8 } from 'node:buffer';
import { decodeUtf8 } from '@campanero/contract/loads/csv/encoding';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createLineDecoder, MAX_LINE_BYTES } from '@campanero/contract/loads/csv/line-decoder';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { PersonRules } from '@campanero/contract/loads/csv/read-person';
import { createRecordReader, type RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { productDay } from '@campanero/contract/shared/dates';
import type { Pack } from '../pack.ts';
import { createPacker } from '../packer.ts';
import { RowWriter } from '../row-writer.ts';
import { createPlainRows, type PlainRows } from './plain-rows.ts';

/** What a piece of a file turned out to be. */
export interface Reading {
  pack: Pack;
  rejected: RejectedRow[];
  /** Of the file, as far as it is known. */
  shape: AudienceShape | null;
  /** Of all files so far; only with the last piece of a file. */
  unknownPlaces?: UnknownPlaces;
}

/** A row is a little longer than its line, mostly. */
const LARGER = 2;
const LEAST_ROOM = 4_096;
/** Lines for the careful reader at once, where one unusual line has followed the other: one by one they cost a fifth more. */
const MOST_TOGETHER = 256;
const LF = 10;
const CR = 13;

/** Bytes of files in, packs out: the half of a scan that needs nothing but its own bytes. */
export function createReading(places: PlaceRules, { today }: { today?: string } = {}) {
  const rules = { places: createPlaceIndex(places), today: today ?? productDay(Date.now()) };
  const out = new RowWriter();
  let file = openFile(rules, out);
  return {
    push: (chunk: Uint8Array) => file.push(chunk),
    /** The end of a file; another may follow. */
    end(): Reading {
      const last = file.end();
      file = openFile(rules, out);
      return { ...last, unknownPlaces: rules.places.unknown() };
    },
  };
}

/**
 * One file. Lines are read from their bytes where that is possible; any other goes to the careful reader, and if it leaves a row
 * open, so does all that came with it: quotes reach over line ends.
 */
function openFile(rules: PersonRules, out: RowWriter) {
  const lines = createLineDecoder(MAX_LINE_BYTES, isUtf8);
  const records = createRecordReader(rules, () => lines.encoding());
  const pack = createPacker(out);
  let plain: PlainRows | null = null;
  let together = 1;

  function readWithCare(bytes: Uint8Array, rejected: RejectedRow[], isLast: boolean): void {
    const batch = records.read(decodeUtf8(bytes), isLast);
    for (const person of batch.rows) pack(person);
    // Not as arguments: there may be more of them than a call takes.
    for (const row of batch.rejected) rejected.push(row);
  }

  function readLines(bytes: Buffer, rejected: RejectedRow[]): void {
    let at = 0;
    while (at < bytes.length) {
      if (!records.isBetweenRows()) {
        readWithCare(bytes.subarray(at), rejected, false);
        return;
      }
      plain ??= createPlainRows(records.shape()!, rules, out);
      at = plain.take(bytes, at);
      records.skip(plain.lines());
      together = plain.lines() > 0 ? 1 : Math.min(together * 2, MOST_TOGETHER);
      const next = afterLines(bytes, at, together);
      if (next > at) readWithCare(bytes.subarray(at, next), rejected, false);
      at = next;
    }
  }

  const begin = (bytes: Uint8Array) => out.begin(bytes.length * LARGER + LEAST_ROOM);
  const tell = (rejected: RejectedRow[]): Reading => ({ pack: out.finish(), rejected, shape: records.shape() });
  return {
    push(chunk: Uint8Array): Reading {
      const bytes = lines.push(chunk);
      const rejected: RejectedRow[] = [];
      begin(bytes);
      readLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), rejected);
      return tell(rejected);
    },
    end(): Reading {
      const bytes = lines.end();
      const rejected: RejectedRow[] = [];
      begin(bytes);
      readWithCare(bytes, rejected, true);
      return tell(rejected);
    },
  };
}

/** Where the line after so many begins. */
function afterLines(bytes: Uint8Array, from: number, count: number): number {
  let left = count;
  let at = from;
  for (; at < bytes.length && left > 0; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) left -= 1;
  }
  return at;
}
