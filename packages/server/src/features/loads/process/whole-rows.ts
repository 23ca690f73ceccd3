import type { Pack } from './pack.ts';
import { AT } from './row-writer.ts';

/** Those that repeat a person or a number, copied: before wholeRows() moves them. */
export function oddRows({ bytes, starts }: Pack): Buffer {
  const view = new DataView(bytes.buffer);
  const odd: Uint8Array[] = [];
  for (let index = 1; index < starts.length; index += 1) {
    const begin = starts[index - 1]!;
    const end = starts[index]!;
    const hasPlace = view.getInt32(end + AT.placeLength) >= 0;
    if (!hasPlace || bytes[begin + AT.again] === 1) odd.push(bytes.subarray(begin, hasPlace ? end : end + AT.place));
  }
  return Buffer.concat(odd);
}

/** Numbered rows as COPY takes them, in the pack's own memory: they move up by what nulls are shorter, those between two together. */
export function wholeRows({ bytes, starts }: Pack): Buffer {
  const view = new DataView(bytes.buffer);
  const rows = starts.length - 1;
  let to = 0;
  let moved = 0;
  for (let index = 1; index <= rows; index += 1) {
    const end = starts[index]!;
    if (view.getInt32(end + AT.placeLength) >= 0) continue;
    bytes.copyWithin(to, moved, end + AT.place);
    to += end + AT.place - moved;
    moved = end;
  }
  bytes.copyWithin(to, moved, starts[rows]);
  return Buffer.from(bytes.buffer, 0, to + starts[rows]! - moved);
}
