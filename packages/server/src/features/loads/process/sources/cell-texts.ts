const SLOTS = 4_096;
/** What of 32 bits is too much for a slot. */
const SHIFT = 20;
/** The longest cell that is remembered. */
const WIDTH = 64;

/**
 * The text of cells that repeat, places above all: found by its bytes, so that it is made once and is the same object each time,
 * which is what makes looking it up elsewhere quick. A slot keeps the last cell that fell into it: nothing grows.
 */
export function createCellTexts(): (bytes: Buffer, start: number, end: number) => string {
  const texts: string[] = Array.from({ length: SLOTS }, () => '');
  const lengths = new Uint8Array(SLOTS);
  const cells = new Uint8Array(SLOTS * WIDTH);

  return (bytes, start, end) => {
    const length = end - start;
    if (length === 0) return '';
    if (length > WIDTH) return bytes.toString('utf8', start, end);
    // A few of its bytes tell a cell from most others; all of them are compared.
    const half = start + (length >> 1);
    const most = start + ((length * 3) >> 2);
    const hash = length ^ (bytes[start]! << 8) ^ (bytes[half]! << 16) ^ (bytes[most]! << 4) ^ (bytes[end - 1]! << 24);
    const slot = Math.imul(hash, 0x9e3779b1) >>> SHIFT;
    const offset = slot * WIDTH;
    if (lengths[slot] === length && isSame(bytes, start, cells, offset, length)) return texts[slot]!;
    lengths[slot] = length;
    cells.set(bytes.subarray(start, end), offset);
    return (texts[slot] = bytes.toString('utf8', start, end));
  };
}

function isSame(one: Uint8Array, from: number, other: Uint8Array, offset: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) if (one[from + at] !== other[offset + at]) return false;
  return true;
}
