import type { NumberSet } from './number-set.ts';
import type { Pack } from './pack.ts';
import { AT, NUMBERED_COLUMNS } from './row-writer.ts';
import { Skipped } from './skipped.ts';

/** What a row gives to the leaves of calls and of numbers; the rest is the same for all and stands as their default. */
export const CALL_COLUMNS = 'id, number, person_id, birth_year, gender, district_id, section_id, subsection_id';
export const PHONE_COLUMNS = 'number, person_id, mobile';
const CALL_FIELDS = 8;
const PHONE_FIELDS = 3;
const PHONE_BYTES = 31;
const PERSON_FIELDS = NUMBERED_COLUMNS.split(', ').length;
/** Behind the birthday: gender and place, in the order of CALL_COLUMNS, taken over as they are. */
const COPIED = 4;
/** Before a row's fields, their number. */
const COUNT = 2;
/** Before a value, its length; of none, that alone. */
const LENGTH = 4;

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
 * Numbered rows of the file turned into encoded persons, calls and numbers: a person for his first row, a call and a number for
 * the first row of that. The odd ones come out as they are besides: repeated persons, repeated numbers, blocked numbers.
 */
export function createSpread({ firstPersonId, firstCallId, blocked }: SpreadTarget) {
  const person = { high: Math.floor(firstPersonId / HALF), low: firstPersonId % HALF };
  const call = { high: Math.floor(firstCallId / HALF), low: firstCallId % HALF };
  const years = new Map<number, number>();
  const skipped = new Skipped();
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
    /** Persons are answered in the pack's own memory. */
    add({ bytes, starts }: Pack): Record<'people' | 'calls' | 'phones' | 'odd', Buffer> {
      const from = new DataView(bytes.buffer);
      const rows = starts.length - 1;
      // A call has fewer fields than its row, and none that is longer.
      const calls = Buffer.allocUnsafeSlow(starts[rows]!);
      const phones = Buffer.allocUnsafeSlow(rows * PHONE_BYTES);
      const callView = new DataView(calls.buffer);
      const phoneView = new DataView(phones.buffer);
      const odd: Uint8Array[] = [];
      let personAt = 0;
      let callAt = 0;
      let phoneAt = 0;
      for (let index = 0; index < rows; index += 1) {
        const begin = starts[index]!;
        const end = starts[index + 1]!;
        const isFirst = from.getInt32(end + AT.placeLength) >= 0;
        const isAgain = bytes[begin + AT.again] === 1;
        const high = from.getInt32(begin + AT.number);
        const low = from.getUint32(begin + AT.number + 4);
        const isBlocked = blocked.has(high * HALF + low);
        if (!isFirst || isBlocked || isAgain)
          odd.push(new Uint8Array(bytes.subarray(begin, isFirst ? end : end + AT.place)));
        if (isFirst && isBlocked)
          skipped.add(from.getInt32(end + AT.place), high * HALF + low, isAgain ? null : from.getInt32(begin + AT.who));
        if (isFirst && !isBlocked) {
          const who = person.low + from.getInt32(begin + AT.who);
          phoneView.setInt16(phoneAt, PHONE_FIELDS);
          putLong(phoneView, phoneAt + 2, high, low);
          putLong(phoneView, phoneAt + 14, person.high, who);
          phoneView.setInt32(phoneAt + 26, 1);
          phones[phoneAt + 30] = bytes[begin + AT.mobile]!;
          phoneAt += PHONE_BYTES;

          callView.setInt16(callAt, CALL_FIELDS);
          putLong(callView, callAt + 2, call.high, call.low + made);
          putLong(callView, callAt + 14, high, low);
          putLong(callView, callAt + 26, person.high, who);
          callAt += 38;
          made += 1;
          let at = begin + AT.birthday;
          if (from.getInt32(at - 4) < 0) {
            callView.setInt32(callAt, -1);
            callAt += 4;
          } else {
            callView.setInt32(callAt, 2);
            callView.setInt16(callAt + 4, yearOf(from.getInt32(at)));
            callAt += 6;
            at += 4;
          }
          let copied = at;
          for (let field = 0; field < COPIED; field += 1) copied += 4 + Math.max(from.getInt32(copied), 0);
          while (at < copied) calls[callAt++] = bytes[at++]!;
        }
        if (isAgain) continue;
        // Last: it may be written over the row itself.
        let start = begin + AT.number - LENGTH;
        if (isBlocked) {
          // Nothing of such a number is kept.
          start = begin + AT.person - 2 * LENGTH;
          from.setInt32(start, -1);
          from.setInt32(start + LENGTH, -1);
        }
        start -= COUNT;
        from.setInt16(start, PERSON_FIELDS);
        bytes.copyWithin(personAt, start, end + AT.placeLength);
        personAt += end + AT.placeLength - start;
      }
      return {
        people: Buffer.from(bytes.buffer, 0, personAt),
        calls: calls.subarray(0, callAt),
        phones: phones.subarray(0, phoneAt),
        odd: Buffer.concat(odd),
      };
    },
  };
}

export type Spread = ReturnType<typeof createSpread>;

function putLong(view: DataView, at: number, high: number, low: number): void {
  view.setInt32(at, 8);
  view.setInt32(at + 4, high);
  view.setUint32(at + 8, low);
}
