import { FULL, slotsFor } from './number-set.ts';

/** High half, low half, and the row plus one (0: free), side by side: a slot is met by one look into memory. */
const WIDTH = 3;

/** The row of the file in which an identity first appears: 12 bytes a slot. */
export class IdentityMap {
  private slots: Int32Array<ArrayBuffer>;
  private mask: number;
  size = 0;

  constructor(expected = 0) {
    this.mask = slotsFor(expected) - 1;
    this.slots = new Int32Array((this.mask + 1) * WIDTH);
  }

  /** The row of its first appearance: the given one when it is new. */
  take(high: number, low: number, row: number): number {
    const { slots, mask } = this;
    // The identity is a hash already: any of its bits will do.
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
    // Given back at once: to the garbage collector it is a small object, and megabytes would lie about for long.
    old.buffer.transfer(0);
  }
}

function put(slots: Int32Array, at: number, high: number, low: number, used: number): void {
  slots[at * WIDTH] = high;
  slots[at * WIDTH + 1] = low;
  slots[at * WIDTH + 2] = used;
}
