import { z } from 'zod';
import { PRODUCT_OFFSET_MINUTES } from '../shared/dates.ts';

// Unanswered calls are retried in another part of the day.

/** Parts of the day (UTC-3), each up to the next. Stored as bits in this order. */
export const DAY_PARTS = [
  { name: 'morning', fromHour: 0, when: 'a la mañana' },
  { name: 'midday', fromHour: 12, when: 'al mediodía' },
  { name: 'evening', fromHour: 16, when: 'a la tarde-noche' },
] as const;
export type DayPart = (typeof DAY_PARTS)[number]['name'];
export const dayPart = z.enum(DAY_PARTS.map(({ name }) => name));

/** Every set of tried parts that a call may have: 0 for none, 7 for all three. */
export const TRIED_SETS: readonly number[] = Array.from({ length: 2 ** DAY_PARTS.length }, (_, tried) => tried);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function dayPartBit(when: Date): number {
  const sinceMidnight = (when.getTime() + PRODUCT_OFFSET_MINUTES * 60_000) % DAY_MS;
  const place = DAY_PARTS.findLastIndex(({ fromHour }) => sinceMidnight >= fromHour * HOUR_MS);
  return 2 ** place;
}

export const triedAfter = (tried: number, when: Date): number => tried | dayPartBit(when);

export const triedParts = (tried: number): DayPart[] =>
  DAY_PARTS.filter((_, place) => (tried & (2 ** place)) !== 0).map(({ name }) => name);

type TriedCall = { callback: boolean; contactability: boolean; callbackAt: Date | null; triedParts: number };

/** Comes first among calls without a date (docs/decisions/015-calling.md). Not for a call that somebody answered at that hour. */
export const isRetry = (call: TriedCall, now: Date): boolean =>
  call.callback && !call.contactability && call.callbackAt === null && (call.triedParts & dayPartBit(now)) === 0;
