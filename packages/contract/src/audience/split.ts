import { MAX_CALLS_PER_OPERATOR } from '../limits.ts';

// Used by the server and by the preview of Segmentar.

/** `pace`: in proportion to each operator's registrations per hour. */
export const SPLITS = ['equal', 'pace'] as const;
export type Split = (typeof SPLITS)[number];

/** The remainder goes to the first parts. */
export function splitEvenly(total: number, parts: number): number[] {
  if (parts < 1) return [];
  const share = Math.floor(total / parts);
  const rest = total % parts;
  return Array.from({ length: parts }, (_, index) => share + (index < rest ? 1 : 0));
}

// In proportion to the paces (null counts as the median), at most `cap` each; the excess goes to the others. Rounded by largest
// remainder, so that the sum is `total` if it fits under the caps.
export function splitByPace(total: number, paces: readonly (number | null)[], cap: number = MAX_CALLS_PER_OPERATOR) {
  const known = filledPaces(paces);
  if (!known) return splitEvenly(total, paces.length);
  // Integers, so that rounding errors do not decide about the last call.
  const weights = known.map((pace) => Math.max(1, Math.round(pace * 10)));
  const shares = weights.map(() => 0);
  let open = weights.map((_, place) => place);
  let left = total;
  for (;;) {
    const sum = open.reduce((all, place) => all + weights[place]!, 0);
    const full = open.filter((place) => left * weights[place]! >= cap * sum);
    if (full.length === 0) break;
    for (const place of full) shares[place] = cap;
    left = Math.max(0, left - cap * full.length);
    open = open.filter((place) => !full.includes(place));
  }
  const sum = open.reduce((all, place) => all + weights[place]!, 0);
  const parts = open.map((place) => ({ place, rest: (left * weights[place]!) % sum }));
  for (const { place, rest } of parts) shares[place] = (left * weights[place]! - rest) / sum;
  const missing = left - open.reduce((all, place) => all + shares[place]!, 0);
  for (const { place } of parts.toSorted((a, b) => b.rest - a.rest).slice(0, open.length > 0 ? missing : 0))
    shares[place]! += 1;
  return shares;
}

/** Replaces unknown paces by the median; undefined if all are unknown. */
export function filledPaces(paces: readonly (number | null)[]): number[] | undefined {
  const middle = median(paces.filter((pace) => pace !== null));
  return middle === undefined ? undefined : paces.map((pace) => pace ?? middle);
}

export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[half]
    : sorted.length > 0
      ? (sorted[half - 1]! + sorted[half]!) / 2
      : undefined;
}

export const splitShares = (split: Split, total: number, paces: readonly (number | null)[]): number[] =>
  split === 'pace' ? splitByPace(total, paces) : splitEvenly(total, paces.length);
