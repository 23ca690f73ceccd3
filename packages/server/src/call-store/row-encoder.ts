import { LOADED_FIELDS } from '@campanero/contract/contacts/person-fields';
import type { PersonRow } from '@campanero/contract/loads/csv/read-person';
import { memoize } from '@campanero/contract/loads/csv/memoize';
import { columnOf } from '../db/text.ts';
import { createIdentifier, HIGH, LOW } from './identity.ts';
import { createNameKeys } from './name-keys.ts';

// Valid rows in COPY's binary format; numbering.ts fills in the columns that need the whole file. Moves between threads without copying.
export interface Pack {
  bytes: Uint8Array<ArrayBuffer>;
  /** Start of each row in `bytes`, and the end of the last one. */
  starts: Uint32Array<ArrayBuffer>;
  /** Hash by which each row's person is recognised within the file, in two halves. */
  keys: Int32Array<ArrayBuffer>;
  /** Some row has an id of the phone dashboard. */
  hasOrion: boolean;
}

/** For postMessage()'s transfer list. */
export const memoryOf = ({ bytes, starts, keys }: Pack): ArrayBuffer[] => [bytes.buffer, starts.buffer, keys.buffer];

const TEXTS = LOADED_FIELDS.filter(({ kind }) => kind !== 'birthday').map(({ name }) => name);

/** Columns of the staging table in order; those before `birthday` have a fixed length. */
const FIXED = 'id, person_row, repeats_person, number, number_order, mobile, identity';
const COLUMNS = [FIXED, 'birthday, district_id, section_id, subsection_id, name_keys', ...TEXTS.map(columnOf)];
export const ROW_COLUMNS = COLUMNS.join(', ');
const COLUMN_COUNT = ROW_COLUMNS.split(', ').length;
/** Offsets of the fixed-length values in a row. */
export const AT = { id: 6, personRow: 14, repeatsPerson: 22, number: 27, numberOrder: 39, identity: 52 } as const;

export const COPY_HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const COPY_TAIL = Buffer.from([0xff, 0xff]);

const HALF = 2 ** 32;
const DAY_MS = 86_400_000;
/** PostgreSQL's epoch for dates. */
const DAY_ZERO = Date.UTC(2000, 0, 1);
/** Cached: a file repeats its dates. */
const daysOf = memoize((date) => (Date.parse(date) - DAY_ZERO) / DAY_MS);
/** Upper limit of a row: three bytes per character of its texts, eight per word, and the fixed-length values. */
const ROW_BYTES_MAX = 256 + 8 * LOADED_FIELDS.reduce((sum, { limit }) => sum + limit, 0);
const FIRST_ROWS = 512;
/** OID of the type. */
const INT4 = 23;

/** Takes a third of the time of COPY's text format: `begin` a pack, `add` people, `finish`. */
export class RowEncoder {
  private readonly identifier = createIdentifier();
  private readonly nameKeys = createNameKeys();
  private bytes: Buffer<ArrayBuffer> = Buffer.alloc(0);
  private view = new DataView(this.bytes.buffer);
  private at = 0;
  private starts = new Uint32Array(0);
  private keys = new Int32Array(0);
  private rows = 0;
  private hasOrion = false;

  /** `room`: estimated size of the pack in bytes. */
  begin(room: number): void {
    // Neither pooled nor zeroed: the whole buffer is transferred to another thread.
    this.bytes = Buffer.allocUnsafeSlow(room);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
    this.starts = new Uint32Array(FIRST_ROWS + 1);
    this.keys = new Int32Array(FIRST_ROWS * 2);
    this.rows = 0;
    this.hasOrion = false;
  }

  add(person: PersonRow): void {
    this.makeRoom(ROW_BYTES_MAX);
    const identity = this.identifier.ofPerson(person);
    this.view.setInt16(this.at, COLUMN_COUNT);
    this.at += 2;
    this.int(0);
    this.int(0);
    this.flag(false);
    const number = Number(person.number);
    // setInt32() takes the lower 32 bits by itself.
    this.big(Math.floor(number / HALF), number);
    this.int(0);
    this.flag(person.mobile);
    this.big(identity[HIGH]!, identity[LOW]!);
    if (person.birthday === null) this.nothing();
    else this.int(daysOf(person.birthday));
    this.text(person.districtId);
    this.text(person.sectionId);
    this.text(person.subsectionId);
    this.ints(this.nameKeys(person.firstName, person.lastName));
    for (const name of TEXTS) this.text(person[name]);
    // Contacts of the phone dashboard are recognised by their id there.
    const key = person.orionId === null ? identity : this.identifier.ofContact(person.orionId);
    this.keys[this.rows * 2] = key[HIGH]!;
    this.keys[this.rows * 2 + 1] = key[LOW]!;
    this.hasOrion ||= person.orionId !== null;
    this.rows += 1;
    this.starts[this.rows] = this.at;
  }

  finish(): Pack {
    const { bytes, starts, keys, rows, hasOrion } = this;
    // Trimmed: the pack is sent to the database as it is.
    return {
      bytes: bytes.subarray(0, this.at),
      starts: starts.subarray(0, rows + 1),
      keys: keys.subarray(0, rows * 2),
      hasOrion,
    };
  }

  private big(high: number, low: number): void {
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, high);
    this.view.setInt32(this.at + 8, low);
    this.at += 12;
  }

  private int(value: number): void {
    this.view.setInt32(this.at, 4);
    this.view.setInt32(this.at + 4, value);
    this.at += 8;
  }

  /** int4[]: dimensions (0 if empty), nulls, type, length and first index, then the elements. */
  private ints(values: Int32Array): void {
    const { view } = this;
    const lengthAt = this.at;
    for (const head of values.length === 0 ? [0, 0, INT4] : [1, 0, INT4, values.length, 1]) {
      this.at += 4;
      view.setInt32(this.at, head);
    }
    this.at += 4;
    for (const value of values) this.int(value);
    view.setInt32(lengthAt, this.at - lengthAt - 4);
  }

  private flag(value: boolean): void {
    this.view.setInt32(this.at, 1);
    this.bytes[this.at + 4] = value ? 1 : 0;
    this.at += 5;
  }

  private nothing(): void {
    this.view.setInt32(this.at, -1);
    this.at += 4;
  }

  private text(value: string | null): void {
    if (value === null) return this.nothing();
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

  private makeRoom(room: number): void {
    if (this.at + room > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow((this.at + room) * 2);
      larger.set(this.bytes.subarray(0, this.at));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    if ((this.rows + 1) * 2 <= this.keys.length) return;
    const { starts, keys } = this;
    this.starts = new Uint32Array(this.rows * 2 + 1);
    this.starts.set(starts);
    this.keys = new Int32Array(this.rows * 4);
    this.keys.set(keys);
  }
}
