import type { Pack } from './pack.ts';
import { AT } from './row-writer.ts';

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
