import { LoadFailure, TOO_MANY_ROWS } from './load-failure.ts';
import { AT, type Pack } from '../row-encoder.ts';

/** Ids available to a load; also the limit of calls per campaign. */
const ROWS_MAX = 2 ** 24 - 1;
const HALF = 2 ** 32;
/** For rows whose number came before. */
const NO_ORDER = -1;

// Numbers the valid rows in file order: `person_row` is the person's first row, `number_order` counts distinct numbers (-1:
// came before). Two hash tables of plain integers, about 25 bytes a row; `expected` rows, an estimate.
export function createNumbering(expected = 0) {
  const numbers = new NumberSet(expected);
  const persons = new FirstRows(expected);
  let valid = 0;

  return {
    count: () => ({ valid, numbers: numbers.size, persons: persons.size }),
    /** Completes the rows in place. */
    add({ bytes, starts, keys }: Pack): void {
      const rows = starts.length - 1;
      if (valid + rows > ROWS_MAX) throw new LoadFailure(TOO_MANY_ROWS);
      const view = new DataView(bytes.buffer);
      // One loop per table, so that cache misses overlap.
      for (let index = 0; index < rows; index += 1) {
        const row = valid + index;
        const from = starts[index]!;
        const first = persons.findOrAdd(keys[index * 2]!, keys[index * 2 + 1]!, row);
        view.setInt32(from + AT.id, row);
        view.setInt32(from + AT.personRow, first);
        bytes[from + AT.repeatsPerson] = first === row ? 0 : 1;
      }
      for (let index = 0; index < rows; index += 1) {
        const from = starts[index]!;
        const number = view.getInt32(from + AT.number) * HALF + view.getUint32(from + AT.number + 4);
        view.setInt32(from + AT.numberOrder, numbers.add(number) ? numbers.size - 1 : NO_ORDER);
      }
      valid += rows;
    },
  };
}

const START = 1 << 20;
/** For five million; limits the cost of a wrong estimate. */
const START_MOST = 1 << 23;
/** Load factor. */
const FULL = 0.65;

/** A power of two. Growing later would hold the old and the new table at once. */
function slotsFor(expected: number): number {
  let slots = START;
  while (slots < START_MOST && expected > slots * FULL) slots *= 2;
  return slots;
}

/** Argentine numbers of ten digits begin with 1, 2 or 3 and fit in 32 bits. */
const LONGEST_SHORT = 2 ** 32;

/** Open addressing, at most 8 bytes a number: a Set of five million takes eight times that. Numbers beyond 32 bits are in a Set. */
export class NumberSet {
  private slots: Uint32Array<ArrayBuffer>;
  private mask: number;
  private held = 0;
  private readonly long = new Set<number>();

  constructor(expected = 0) {
    this.slots = new Uint32Array(slotsFor(expected));
    this.mask = this.slots.length - 1;
  }

  get size(): number {
    return this.held + this.long.size;
  }

  /** False if it was there already. */
  add(number: number): boolean {
    if (number >= LONGEST_SHORT) return this.long.size < this.long.add(number).size;
    if (!this.put(number)) return false;
    this.held += 1;
    if (this.held > this.slots.length * FULL) this.grow();
    return true;
  }

  private put(number: number): boolean {
    const { slots, mask } = this;
    // Numbers of one exchange differ in their last digits only, so they must be mixed.
    let at = mixBits(number) & mask;
    for (let found = slots[at]; found !== 0; found = slots[at]) {
      if (found === number) return false;
      at = (at + 1) & mask;
    }
    slots[at] = number;
    return true;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Uint32Array(old.length * 2);
    this.mask = this.slots.length - 1;
    for (const number of old) if (number !== 0) this.put(number);
    release(old);
  }
}

/** High half, low half, and the row plus one (0: empty), adjacent for one cache miss. */
const WIDTH = 3;

/** The first row of each key, 12 bytes a slot. */
class FirstRows {
  private slots: Int32Array<ArrayBuffer>;
  private mask: number;
  size = 0;

  constructor(expected = 0) {
    this.mask = slotsFor(expected) - 1;
    this.slots = new Int32Array((this.mask + 1) * WIDTH);
  }

  /** The first row of the key: the given one if it is new. */
  findOrAdd(high: number, low: number, row: number): number {
    const { slots, mask } = this;
    // The key is a hash already.
    let at = low & mask;
    for (; slots[at * WIDTH + 2] !== 0; at = (at + 1) & mask)
      if (slots[at * WIDTH + 1] === low && slots[at * WIDTH] === high) return slots[at * WIDTH + 2]! - 1;
    this.size += 1;
    put(slots, at, high, low, row + 1);
    if (this.size > (mask + 1) * FULL) this.grow();
    return row;
  }

  private grow(): void {
    const old = this.slots;
    const mask = this.mask * 2 + 1;
    const slots = new Int32Array((mask + 1) * WIDTH);
    for (let from = 0; from < old.length; from += WIDTH) {
      if (old[from + 2] === 0) continue;
      let at = old[from + 1]! & mask;
      while (slots[at * WIDTH + 2] !== 0) at = (at + 1) & mask;
      put(slots, at, old[from]!, old[from + 1]!, old[from + 2]!);
    }
    this.slots = slots;
    this.mask = mask;
    release(old);
  }
}

function put(slots: Int32Array, at: number, high: number, low: number, used: number): void {
  slots[at * WIDTH] = high;
  slots[at * WIDTH + 1] = low;
  slots[at * WIDTH + 2] = used;
}

/** Frees the memory at once: the garbage collector sees a small object and would keep its megabytes for long. */
const release = (slots: { buffer: ArrayBuffer }) => void slots.buffer.transfer(0);

/** Finaliser of murmur3. */
function mixBits(key: number): number {
  let h = key | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
