import { MAX_CALLS_PER_OPERATOR } from '../limits.ts';

// The arithmetic of Segmentar. The preview of the modal and the server follow these functions alone.

/** `equal`: the same for everybody. `pace`: by what each operator registers an hour. */
export const SPLITS = ['equal', 'pace'] as const;
export type Split = (typeof SPLITS)[number];

/** `total` split equally, remainders one each from the first. */
export function splitEvenly(total: number, parts: number): number[] {
  if (parts < 1) return [];
  const share = Math.floor(total / parts);
  const rest = total % parts;
  return Array.from({ length: parts }, (_, index) => share + (index < rest ? 1 : 0));
}

/**
 * `total` split in proportion to the operators' paces (registrations an hour; null: no history), nobody more than `cap`. An
 * operator without history counts as the median of the others; without any history the split is equal. What somebody may not
 * take goes to the others, in proportion again. Rounded by the largest remainder, the earlier operator first. The sum is
 * `total` as long as that fits under the caps; the caller refuses more.
 */
export function splitByPace(
  total: number,
  paces: readonly (number | null)[],
  cap: number = MAX_CALLS_PER_OPERATOR,
): number[] {
  const known = filledPaces(paces);
  if (!known) return splitEvenly(total, paces.length);
  // Whole numbers, so that no rounding of fractions decides who gets the last call.
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

/** Every operator with a pace: the median of the known ones where there is none; undefined when nobody has one. */
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
