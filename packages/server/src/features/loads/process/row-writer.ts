import { HIGH, LOW, type Identity } from './identity.ts';
import type { Pack } from './pack.ts';

/** What a person is made of, in one piece of the row; first what calls take over. */
export const PERSON_COLUMNS =
  'id, identity, birthday, gender, district_id, section_id, subsection_id, kind, orion_id, first_name, last_name, document, ' +
  'nationality, channel, email';
/** The same with the number that he came with, which stands before it. */
export const NUMBERED_COLUMNS = `came_number, came_mobile, ${PERSON_COLUMNS}`;
/** In the order in which they are written; `place` is last because it may be null, which is shorter. */
export const ROW_COLUMNS = `who, again, number, mobile, ${PERSON_COLUMNS}, place`;
const FIELDS = ROW_COLUMNS.split(', ').length;
/** Where a row keeps its values, from its beginning; of its place, from its end. `person`: where that piece begins. */
export const AT = {
  who: 6,
  again: 14,
  number: 19,
  mobile: 31,
  person: 32,
  id: 36,
  identity: 48,
  birthday: 60,
  placeLength: -8,
  place: -4,
} as const;
/** Before the first row and after the last. */
export const COPY_HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const COPY_TAIL = Buffer.from([0xff, 0xff]);
const HALF = 2 ** 32;
/** Lengths, numbers, flags and the ids of places of a row, with room to spare. */
const FIXED = 256;
const FEW_ROWS = 512;

/**
 * Rows in COPY's binary format: nothing has to be turned into digits here and back into numbers there, and no text can be
 * mistaken for a delimiter. One third of the time that lines of text took. A row is opened, its columns written in their order,
 * and closed; one that is not closed is written over by the next.
 */
export class RowWriter {
  private bytes: Buffer<ArrayBuffer> = Buffer.alloc(0);
  private view = new DataView(this.bytes.buffer);
  private at = 0;
  private starts = new Uint32Array(0);
  private keys = new Int32Array(0);
  private rows = 0;
  private hasOrion = false;

  /** A new pack; `room`: a guess at its bytes. */
  begin(room: number): void {
    // Not the pool's and not zeroed: a pack changes threads with its whole memory.
    this.bytes = Buffer.allocUnsafeSlow(room);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
    this.starts = new Uint32Array(FEW_ROWS + 1);
    this.keys = new Int32Array(FEW_ROWS * 2);
    this.rows = 0;
    this.hasOrion = false;
  }

  /** `texts`: the most bytes that its texts can take. */
  open(texts: number): void {
    this.at = this.starts[this.rows]!;
    if (this.at + FIXED + texts > this.bytes.length) this.grow(FIXED + texts);
    this.view.setInt16(this.at, FIELDS);
    this.at += 2;
    // Who and again, for numbering to fill in.
    this.int(0);
    this.flag(false);
  }

  /** Where the person's own columns begin. Its id is for numbering to fill in, its identity for whoever reads the row. */
  person(): void {
    this.big(0, 0);
    this.big(0, 0);
  }

  /** `key`: by what the person is told apart within the file. */
  close(key: Identity, isContact: boolean): void {
    this.int(0);
    this.keys[this.rows * 2] = key[HIGH]!;
    this.keys[this.rows * 2 + 1] = key[LOW]!;
    this.rows += 1;
    this.starts[this.rows] = this.at;
    this.hasOrion ||= isContact;
    if (this.rows * 2 < this.keys.length) return;
    const { starts, keys } = this;
    this.starts = new Uint32Array(this.rows * 2 + 1);
    this.starts.set(starts);
    this.keys = new Int32Array(this.rows * 4);
    this.keys.set(keys);
  }

  finish(): Pack {
    const { bytes, starts, keys, rows, hasOrion } = this;
    return { bytes, starts: starts.subarray(0, rows + 1), keys: keys.subarray(0, rows * 2), hasOrion };
  }

  number(value: number): void {
    // setInt32() takes the lower 32 bits by itself.
    this.big(Math.floor(value / HALF), value);
  }

  identity(value: Identity): void {
    const at = this.starts[this.rows]! + AT.identity;
    this.view.setInt32(at, value[HIGH]!);
    this.view.setInt32(at + 4, value[LOW]!);
  }

  big(high: number, low: number): void {
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, high);
    this.view.setInt32(this.at + 8, low);
    this.at += 12;
  }

  int(value: number): void {
    this.view.setInt32(this.at, 4);
    this.view.setInt32(this.at + 4, value);
    this.at += 8;
  }

  flag(value: boolean): void {
    this.view.setInt32(this.at, 1);
    this.bytes[this.at + 4] = value ? 1 : 0;
    this.at += 5;
  }

  none(): void {
    this.view.setInt32(this.at, -1);
    this.at += 4;
  }

  text(value: string | null): void {
    if (value === null) return this.none();
    const { bytes } = this;
    let to = this.at + 4;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 128) {
        to = this.at + 4 + bytes.write(value, this.at + 4);
        break;
      }
      bytes[to++] = code;
    }
    this.view.setInt32(this.at, to - this.at - 4);
    this.at = to;
  }

  /** A text that is there as bytes. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.view.setInt32(this.at, end - start);
    this.at += 4;
    this.raw(from, start, end);
  }

  /** Columns that are there as they have to be written. */
  raw(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let to = this.at;
    for (let at = start; at < end; at += 1) bytes[to++] = from[at]!;
    this.at = to;
  }

  private grow(room: number): void {
    const larger = Buffer.allocUnsafeSlow((this.at + room) * 2);
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
