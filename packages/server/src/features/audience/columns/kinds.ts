/** Columns hold two bytes for each call. */
export const KINDS_MAX = 65_536;

/** A campaign that does not fit into columns: its pages are read from the database, however long that takes. */
export class Unfit extends Error {}

/** Small numbers for what may be anything: each kind gets the next one when it is first seen. */
export interface Kinds<K> {
  codeOf(key: K): number;
  /** By code; undefined below the first one. */
  keys: readonly (K | undefined)[];
}

export function createKinds<K>(first: number): Kinds<K> {
  const codes = new Map<K, number>();
  const keys: (K | undefined)[] = Array.from({ length: first }, () => undefined);
  return {
    keys,
    codeOf(key) {
      const known = codes.get(key);
      if (known !== undefined) return known;
      if (keys.length >= KINDS_MAX) throw new Unfit('more kinds than a column can tell apart');
      codes.set(key, keys.length);
      return keys.push(key) - 1;
    },
  };
}

/**
 * The same for keys of 64 bits in two halves, millions of times in a row: a table of open addresses, no object for each look.
 * Codes begin at zero.
 */
export function createHashedKinds(): { codeOf: (high: number, low: number) => number } {
  const slots = 2 * KINDS_MAX;
  const highs = new Int32Array(slots);
  const lows = new Int32Array(slots);
  const codes = new Int32Array(slots).fill(-1);
  let size = 0;
  return {
    codeOf(high, low) {
      let slot = (high ^ low) & (slots - 1);
      while (codes[slot] !== -1) {
        if (highs[slot] === high && lows[slot] === low) return codes[slot]!;
        slot = (slot + 1) & (slots - 1);
      }
      if (size >= KINDS_MAX) throw new Unfit('more kinds than a column can tell apart');
      highs[slot] = high;
      lows[slot] = low;
      codes[slot] = size;
      return size++;
    },
  };
}
