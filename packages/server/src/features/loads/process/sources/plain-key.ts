import {
  BY_BIRTHDAY,
  BY_DOCUMENT,
  BY_NUMBER,
  FOLDED,
  HASH_ROOM,
  hashBytes,
  SEPARATOR,
  type Identity,
} from '../identity.ts';
import { ACCENTED } from './plain-fields.ts';

const BLANK = 32;
const ZERO = 48;
const DASH = 45;
/** Two names and a document at their longest, and to spare. */
const ROOM = 512;

/** The identity of a person (identity.ts) from the bytes of tidy cells, put together and hashed without making text. */
export class PlainKey {
  private readonly bytes = new Uint8Array(ROOM + HASH_ROOM);
  private readonly view = new DataView(this.bytes.buffer);
  private readonly identity: Identity = new Int32Array(2);
  private length = 1;

  begin(): void {
    this.length = 1;
  }

  hasName(): boolean {
    return this.length > 1;
  }

  name(cell: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    if (length > 1 && start < end) bytes[length++] = BLANK;
    for (let at = start; at < end; at += 1) {
      const byte = cell[at]!;
      const folded = byte === ACCENTED ? FOLDED[0xc0 | (cell[++at]! & 63)]! : FOLDED[byte]!;
      if (folded < 128) bytes[length++] = folded;
      else {
        bytes[length++] = ACCENTED;
        bytes[length++] = 0x80 | (folded & 63);
      }
    }
    this.length = length;
  }

  byDocument(cell: Uint8Array, count: number): Identity {
    this.bytes[this.length++] = SEPARATOR;
    for (let at = 0; at < count; at += 1) this.bytes[this.length++] = cell[at]!;
    return this.hashed(BY_DOCUMENT);
  }

  /** Of a figure like 19801231. */
  byBirthday(date: number): Identity {
    this.bytes[this.length++] = SEPARATOR;
    this.figure(Math.trunc(date / 10_000), 4);
    this.bytes[this.length++] = DASH;
    this.figure(Math.trunc(date / 100) % 100, 2);
    this.bytes[this.length++] = DASH;
    this.figure(date % 100, 2);
    return this.hashed(BY_BIRTHDAY);
  }

  byNumber(number: number): Identity {
    this.bytes[this.length++] = SEPARATOR;
    this.figure(number, 10);
    return this.hashed(BY_NUMBER);
  }

  private figure(value: number, digits: number): void {
    let rest = value;
    for (let at = this.length + digits - 1; at >= this.length; at -= 1) {
      this.bytes[at] = ZERO + (rest % 10);
      rest = Math.trunc(rest / 10);
    }
    this.length += digits;
  }

  private hashed(by: number): Identity {
    this.bytes[0] = by;
    return hashBytes(this.view, this.length, this.identity);
  }
}
