const START = 1 << 20;
const FULL = 0.65;

/** Which person of the file an identity is, counted from 0 in order of appearance: 12 bytes a slot. */
export class IdentityMap {
  private high = new Int32Array(START);
  private low = new Int32Array(START);
  /** The person plus one; 0 is a free slot. */
  private whos = new Uint32Array(START);
  private mask = START - 1;
  size = 0;

  /** The person's count; equal to the former `size` when it is new. */
  take(high: number, low: number): number {
    const { whos, mask } = this;
    // The identity is a hash already: any of its bits will do.
    let at = low & mask;
    for (; whos[at] !== 0; at = (at + 1) & mask)
      if (this.low[at] === low && this.high[at] === high) return whos[at]! - 1;
    this.high[at] = high;
    this.low[at] = low;
    whos[at] = ++this.size;
    const taken = this.size - 1;
    if (this.size > whos.length * FULL) this.grow();
    return taken;
  }

  private grow(): void {
    const { high, low, whos } = this;
    const length = whos.length * 2;
    this.high = new Int32Array(length);
    this.low = new Int32Array(length);
    this.whos = new Uint32Array(length);
    this.mask = length - 1;
    for (let from = 0; from < whos.length; from += 1) {
      if (whos[from] === 0) continue;
      let at = low[from]! & this.mask;
      while (this.whos[at] !== 0) at = (at + 1) & this.mask;
      this.high[at] = high[from]!;
      this.low[at] = low[from]!;
      this.whos[at] = whos[from]!;
    }
  }
}
