import { AUDIENCE_FIELDS, type AudienceField } from '@campanero/contract/loads/csv/columns';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';

/** The line needs the careful reader. */
export const NOT_PLAIN = -1;

const LF = 10;
const CR = 13;
const BLANK = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
/** Longer lines are looked at by those who know the limits. */
const LONGEST = 8_192;

/** Where the cells of each field begin and end. */
export const FIELD = Object.fromEntries(AUDIENCE_FIELDS.map((field, slot) => [field, slot])) as Record<
  AudienceField,
  number
>;
const UNREAD = AUDIENCE_FIELDS.length;
const SURPLUS = UNREAD + 1;

/** Cuts lines of one file into cells without making text of them. */
export class PlainCells {
  readonly starts = new Int32Array(SURPLUS + 1);
  readonly ends = new Int32Array(SURPLUS + 1);
  private readonly slots: Uint8Array;
  private readonly separator: number;

  constructor({ columns, delimiter }: AudienceShape) {
    this.slots = Uint8Array.from(columns, ({ field }) => (field === null ? UNREAD : FIELD[field]));
    this.separator = delimiter.charCodeAt(0);
  }

  /**
   * Cuts the line at `from` and gives where the next begins. Not plain: quotes within quotes, quotes over several lines or left
   * open, apostrophes that may have to be undone, control characters, more cells than the header has.
   */
  cut(bytes: Buffer, from: number): number {
    const { starts, ends, slots, separator } = this;
    for (let slot = 0; slot < UNREAD; slot += 1) ends[slot] = starts[slot] = 0;
    for (let at = from, column = 0; at < bytes.length; column += 1) {
      const isQuoted = bytes[at] === QUOTE;
      if (isQuoted) at += 1;
      let start = at;
      const stop = isQuoted ? QUOTE : separator;
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at]!;
        if (byte < BLANK || byte === stop) break;
      }
      const slot = column < slots.length ? slots[column]! : SURPLUS;
      if (at > start && (slot === SURPLUS || bytes[start] === APOSTROPHE)) return NOT_PLAIN;
      // Outer blanks mean nothing in any field.
      let end = at;
      while (start < end && bytes[start] === BLANK) start += 1;
      while (start < end && bytes[end - 1] === BLANK) end -= 1;
      starts[slot] = start;
      ends[slot] = end;
      if (isQuoted && bytes[at++] !== QUOTE) return NOT_PLAIN;
      const sign = bytes[at++];
      if (sign === separator) continue;
      if (at - from > LONGEST) return NOT_PLAIN;
      if (sign === LF) return at;
      return sign !== CR ? NOT_PLAIN : bytes[at] === LF ? at + 1 : at;
    }
    return NOT_PLAIN;
  }
}
