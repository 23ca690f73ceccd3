import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';

/** Days of the product's zone as YYYY-MM-DD: `from <= day < to`; undefined where the span is open. */
export interface WholeDays {
  from?: string;
  to?: string;
}
export interface Cut {
  from: Date;
  to: Date;
}

const DAY_MS = 86_400_000;

/**
 * Splits a span into whole days of the product's zone, which are counted in `outcome_count`, and the parts of its first and
 * last day that the span cuts, which must be read from `call_history`. `days` is undefined if no whole day is left.
 */
export function splitSpan({ from, to }: Span): { days?: WholeDays; cuts: Cut[] } {
  const firstWhole = from && startOfDay(new Date(from.getTime() + DAY_MS - 1));
  const afterWhole = to && startOfDay(to);
  // Both ends within one day.
  if (from && to && firstWhole! > afterWhole!) return { cuts: from < to ? [{ from, to }] : [] };
  const cuts: Cut[] = [];
  if (from && from < firstWhole!) cuts.push({ from, to: firstWhole! });
  if (to && afterWhole! < to) cuts.push({ from: afterWhole!, to });
  return {
    days: {
      ...(firstWhole && { from: productDay(firstWhole) }),
      ...(afterWhole && { to: productDay(afterWhole) }),
    },
    cuts,
  };
}

const startOfDay = (when: Date) => dayBounds(productDay(when)).from;
