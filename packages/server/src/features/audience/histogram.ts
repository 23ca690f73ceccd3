/** How many matching calls lie in each stretch of ids, or of numbers: their sum is the count, and any page is found in it. */
export interface Histogram {
  total: number;
  /** Only stretches with at least one call, in rising order. */
  buckets: readonly Bucket[];
}
export interface Bucket {
  /** Its values are `from` to `from + width - 1`. */
  from: number;
  width: number;
  n: number;
  /** The lowest and the highest that match, where they are known. */
  first?: number;
  last?: number;
}

/** Between which values (the upper one left out) its calls are. */
export function boundsOf({ from, width, first = from, last = from + width - 1 }: Bucket): {
  low: number;
  high: number;
} {
  return { low: first, high: last + 1 };
}

export interface Place {
  buckets: readonly Bucket[];
  /** Calls to leave out before the first wanted one within these buckets. */
  skip: number;
}

/** The buckets that hold the calls number `offset` to `offset + limit - 1`, counted from the lower or the upper end. */
export function placeOf(histogram: Histogram, offset: number, limit: number, direction: 'asc' | 'desc'): Place {
  const ordered = direction === 'asc' ? histogram.buckets : histogram.buckets.toReversed();
  const buckets: Bucket[] = [];
  let passed = 0;
  let skip = 0;
  for (const bucket of ordered) {
    if (passed >= offset + limit) break;
    if (passed + bucket.n > offset) {
      if (buckets.length === 0) skip = offset - passed;
      buckets.push(bucket);
    }
    passed += bucket.n;
  }
  return { buckets, skip };
}

/** What is left of `whole` without `part`, both over the same stretches. */
export function without(whole: Histogram, part: Histogram): Histogram {
  const taken = new Map(part.buckets.map(({ from, n }) => [from, n]));
  const buckets = whole.buckets
    .map(({ from, width, n }) => ({ from, width, n: n - (taken.get(from) ?? 0) }))
    .filter(({ n }) => n > 0);
  return { total: whole.total - part.total, buckets };
}

/** Everybody, without asking: positions are dense (model 1). */
export function wholeAudience(idLo: number, calls: number, width: number): Histogram {
  const buckets = Array.from({ length: Math.ceil(calls / width) }, (_, index) => ({
    from: idLo + index * width,
    width,
    n: Math.min(width, calls - index * width),
  }));
  return { total: calls, buckets };
}
