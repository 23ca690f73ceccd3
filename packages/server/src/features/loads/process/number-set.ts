const START = 1 << 20;
/** Room for five million: what is expected and does not come costs no more than this. */
const START_MOST = 1 << 23;
/** As much of the slots as may be taken. */
export const FULL = 0.65;

/** Slots for so many, a power of two. Grown from less, the old ones and the new ones would be held at the same time. */
export function slotsFor(expected: number): number {
  let slots = START;
  while (slots < START_MOST && expected > slots * FULL) slots *= 2;
  return slots;
}

const LIMIT = 2 ** 32;

/**
 * The numbers seen so far: open addressing over plain integers, 8 bytes a number at worst, where a Set of five million would take
 * eight times that and a second of garbage collection. Argentine numbers of ten digits begin with 1, 2 or 3: 32 bits hold
 * them. The others, should any come, are few.
 */
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

  /** False: it was there already. */
  add(number: number): boolean {
    if (number >= LIMIT) return this.long.size < this.long.add(number).size;
    if (!this.put(number)) return false;
    this.held += 1;
    if (this.held > this.slots.length * FULL) this.grow();
    return true;
  }

  has(number: number): boolean {
    if (number >= LIMIT) return this.long.has(number);
    return this.held > 0 && this.slots[this.slotOf(number)] === number;
  }

  private put(number: number): boolean {
    const at = this.slotOf(number);
    if (this.slots[at] === number) return false;
    this.slots[at] = number;
    return true;
  }

  /** Where it is, or would be. */
  private slotOf(number: number): number {
    const { slots, mask } = this;
    // Numbers of one exchange differ in their last digits only, hence the stirring.
    let at = stir(number) & mask;
    for (let found = slots[at]; found !== 0 && found !== number; found = slots[at]) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Uint32Array(old.length * 2);
    this.mask = this.slots.length - 1;
    for (const number of old) if (number !== 0) this.put(number);
    // Given back at once, as in identity-map.ts.
    old.buffer.transfer(0);
  }
}

/** murmur3's last step: every bit of the key moves every bit of the place. */
export function stir(key: number): number {
  let h = key | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
