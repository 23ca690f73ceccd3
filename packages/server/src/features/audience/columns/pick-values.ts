import type { Slice } from '../page-ids.queries.ts';
import { inStretches } from './pace.ts';

/** So many are sorted at once. */
const FEW = 20_000;
const BUCKETS = 4_096;

/** A page of calls by a value, equal ones in load order (or against it). Only what is around the page is ever sorted. */
export async function pickByValue(found: Uint32Array, values: Float64Array, slice: Slice): Promise<number[]> {
  const { offset, limit, direction } = slice;
  if (direction === 'asc') return pickRising(found, values, offset, offset + limit);
  // The same order from its other end, equal ones too.
  const end = Math.max(0, found.length - offset);
  return (await pickRising(found, values, Math.max(0, end - limit), end)).toReversed();
}

interface Span {
  lowest: number;
  highest: number;
}
const NO_SPAN: Span = { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };

/** Those number `from` to `to - 1`. */
async function pickRising(
  found: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  known?: Span,
): Promise<number[]> {
  if (from >= Math.min(to, found.length)) return [];
  if (found.length <= FEW) return [...found].sort((a, b) => values[a]! - values[b]! || a - b).slice(from, to);
  const { lowest, highest } = known ?? (await spanOf(found, values));
  if (lowest === highest) return [...found.subarray(from, to)];
  // The lowest falls into the first bucket and the highest into the last or last but one: none holds all.
  const scale = (BUCKETS - 1) / (highest - lowest);
  const sizes = new Uint32Array(BUCKETS);
  await inStretches(found.length, (start, end) => {
    for (let index = start; index < end; index += 1) sizes[((values[found[index]!]! - lowest) * scale) | 0]! += 1;
  });
  const picked: number[] = [];
  for (const run of runsOf(sizes, from, to)) {
    const inside = new Uint32Array(run.size);
    const span = { ...NO_SPAN };
    let filled = 0;
    await inStretches(found.length, (start, end) => {
      for (let index = start; index < end; index += 1) {
        const position = found[index]!;
        const value = values[position]!;
        const bucket = ((value - lowest) * scale) | 0;
        if (bucket < run.first || bucket > run.last) continue;
        inside[filled++] = position;
        if (value < span.lowest) span.lowest = value;
        if (value > span.highest) span.highest = value;
      }
    });
    picked.push(...(await pickRising(inside, values, Math.max(0, from - run.passed), to - run.passed, span)));
  }
  return picked;
}

async function spanOf(found: Uint32Array, values: Float64Array): Promise<Span> {
  let { lowest, highest } = NO_SPAN;
  await inStretches(found.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const value = values[found[index]!]!;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  });
  return { lowest, highest };
}

interface Run {
  first: number;
  last: number;
  size: number;
  /** So many are in buckets before. */
  passed: number;
}

/** The buckets of the page, neighbours together as long as they are few: each run is gathered by one look at all. */
function runsOf(sizes: Uint32Array, from: number, to: number): Run[] {
  const runs: Run[] = [];
  let passed = 0;
  for (const [bucket, size] of sizes.entries()) {
    if (passed >= to) break;
    const last = runs.at(-1);
    if (size > 0 && passed + size > from) {
      if (last && last.size + size <= FEW) {
        last.last = bucket;
        last.size += size;
      } else runs.push({ first: bucket, last: bucket, size, passed });
    }
    passed += size;
  }
  return runs;
}
