import type { NumberSet } from './number-set.ts';
import { ROW_COLUMNS } from './row-writer.ts';

/** What a row gives to the leaves of calls and of numbers; the rest is the same for all and stands as their default. */
export const CALL_COLUMNS = 'id, number, person_id, birth_year, gender, district_id, section_id, subsection_id';
export const PHONE_COLUMNS = 'number, person_id, mobile';
const CALL_FIELDS = 8;
const PHONE_FIELDS = 3;
const PHONE_BYTES = 31;

const COLUMNS = ROW_COLUMNS.split(', ');
const fieldOf = (column: string) => COLUMNS.indexOf(column);
const WHO = fieldOf('who');
const AGAIN = fieldOf('again');
const NUMBER = fieldOf('number');
const MOBILE = fieldOf('mobile');
const BIRTHDAY = fieldOf('birthday');
const PLACE = fieldOf('place');
/** Taken over as they are, in the order of CALL_COLUMNS. */
const COPIED = ['gender', 'district_id', 'section_id', 'subsection_id'].map(fieldOf);

const HALF = 2 ** 32;
const DAY_MS = 86_400_000;
const EPOCH_2000 = Date.UTC(2000, 0, 1);

export interface SpreadTarget {
  /** Blocks of persons and of calls: the count of a row in them never reaches the upper half of an id. */
  firstPersonId: number;
  firstCallId: number;
  /** Numbers that nobody may ring: they make no call, and nothing of them is kept. */
  blocked: NumberSet;
}

/**
 * Encoded rows of the file, complete, turned into encoded calls and numbers: one each for the first row of a number. The odd
 * ones come out once more as they are: repeated persons, repeated numbers, blocked numbers.
 */
export function createSpread({ firstPersonId, firstCallId, blocked }: SpreadTarget) {
  const person = { high: Math.floor(firstPersonId / HALF), low: firstPersonId % HALF };
  const call = { high: Math.floor(firstCallId / HALF), low: firstCallId % HALF };
  const years = new Map<number, number>();
  const starts = new Int32Array(COLUMNS.length);
  const skipped = { places: [] as number[], numbers: [] as number[] };
  let made = 0;

  const yearOf = (day: number) => {
    let year = years.get(day);
    if (year === undefined) years.set(day, (year = new Date(EPOCH_2000 + day * DAY_MS).getUTCFullYear()));
    return year;
  };

  return {
    count: () => made,
    /** Numbers that made no call, with their places in the file. */
    skipped: () => skipped,
    add(rows: Buffer): { calls: Buffer; phones: Buffer; odd: Buffer } {
      const from = new DataView(rows.buffer, rows.byteOffset, rows.length);
      // A call has fewer fields than its row, and none that is longer.
      const calls = Buffer.allocUnsafeSlow(rows.length);
      const phones = Buffer.allocUnsafeSlow(Math.ceil(rows.length / MIN_ROW) * PHONE_BYTES);
      const callView = new DataView(calls.buffer);
      const phoneView = new DataView(phones.buffer);
      const odd: Buffer[] = [];
      let callAt = 0;
      let phoneAt = 0;
      for (let at = 0; at < rows.length;) {
        const begin = at;
        at += 2;
        for (let field = 0; field < starts.length; field += 1) {
          starts[field] = at;
          const length = from.getInt32(at);
          at += length < 0 ? 4 : 4 + length;
        }
        const isFirst = from.getInt32(starts[PLACE]!) >= 0;
        const high = from.getInt32(starts[NUMBER]! + 4);
        const low = from.getUint32(starts[NUMBER]! + 8);
        const isBlocked = blocked.has(high * HALF + low);
        if (!isFirst || isBlocked || rows[starts[AGAIN]! + 4] === 1) odd.push(rows.subarray(begin, at));
        if (isFirst && isBlocked) {
          skipped.places.push(from.getInt32(starts[PLACE]! + 4));
          skipped.numbers.push(high * HALF + low);
        }
        if (!isFirst || isBlocked) continue;
        const who = person.low + from.getInt32(starts[WHO]! + 4);

        phoneView.setInt16(phoneAt, PHONE_FIELDS);
        putLong(phoneView, phoneAt + 2, high, low);
        putLong(phoneView, phoneAt + 14, person.high, who);
        phoneView.setInt32(phoneAt + 26, 1);
        phones[phoneAt + 30] = rows[starts[MOBILE]! + 4]!;
        phoneAt += PHONE_BYTES;

        callView.setInt16(callAt, CALL_FIELDS);
        putLong(callView, callAt + 2, call.high, call.low + made);
        putLong(callView, callAt + 14, high, low);
        putLong(callView, callAt + 26, person.high, who);
        callAt += 38;
        made += 1;
        if (from.getInt32(starts[BIRTHDAY]!) < 0) {
          callView.setInt32(callAt, -1);
          callAt += 4;
        } else {
          callView.setInt32(callAt, 2);
          callView.setInt16(callAt + 4, yearOf(from.getInt32(starts[BIRTHDAY]! + 4)));
          callAt += 6;
        }
        for (const field of COPIED) {
          const start = starts[field]!;
          const end = start + 4 + Math.max(from.getInt32(start), 0);
          for (let byte = start; byte < end; byte += 1) calls[callAt++] = rows[byte]!;
        }
      }
      return { calls: calls.subarray(0, callAt), phones: phones.subarray(0, phoneAt), odd: Buffer.concat(odd) };
    },
  };
}

export type Spread = ReturnType<typeof createSpread>;

/** The shortest row there can be, every field that may be null being so. */
const MIN_ROW = 2 + 4 * COLUMNS.length;

function putLong(view: DataView, at: number, high: number, low: number): void {
  view.setInt32(at, 8);
  view.setInt32(at + 4, high);
  view.setUint32(at + 8, low);
}
