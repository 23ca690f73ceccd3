import type { Slice } from '../page-ids.queries.ts';
import { KINDS_MAX } from './kinds.ts';
import { inStretches } from './pace.ts';

interface Window {
  group: number;
  from: number;
  to: number;
  picked: number[];
}

/**
 * A page of calls that stand group after group, each group in load order (or against it). `places` says for each code of the
 * column where its group stands.
 */
export async function pickByGroups(
  found: Uint32Array,
  column: Uint16Array,
  places: Uint16Array,
  slice: Slice,
): Promise<number[]> {
  const sizes = new Uint32Array(KINDS_MAX);
  await inStretches(found.length, (from, to) => {
    for (let index = from; index < to; index += 1) sizes[places[column[found[index]!]!]!]! += 1;
  });
  const windows = windowsOf(sizes, slice);
  for (const window of windows) await fill(window, found, column, places);
  return windows.flatMap(({ picked }) => (slice.direction === 'asc' ? picked : picked.toReversed()));
}

/** Which calls of which groups the page has, counted in load order in either direction. */
function windowsOf(sizes: Uint32Array, { offset, limit, direction }: Slice): Window[] {
  const windows: Window[] = [];
  let passed = 0;
  for (const [group, size] of sizes.entries()) {
    if (passed >= offset + limit) break;
    const first = Math.max(0, offset - passed);
    const end = Math.min(size, offset + limit - passed);
    passed += size;
    if (first >= end) continue;
    const [from, to] = direction === 'asc' ? [first, end] : [size - end, size - first];
    windows.push({ group, from, to, picked: [] });
  }
  return windows;
}

async function fill(
  { group, from: first, to: end, picked }: Window,
  found: Uint32Array,
  column: Uint16Array,
  places: Uint16Array,
) {
  let passed = 0;
  await inStretches(found.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const position = found[index]!;
      if (places[column[position]!] !== group) continue;
      if (passed >= first && passed < end) picked.push(position);
      passed += 1;
    }
    return passed >= end ? 'done' : undefined;
  });
}
