import { calls } from '@campanero/contract/calls/endpoints';
import type { foundCalls } from '@campanero/contract/calls/schemas';
import { normalisePhone } from '@campanero/contract/shared/phone';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';

export type FoundCall = z.infer<typeof foundCalls>[number];

/** The calls within one's reach whose number begins or ends with these digits. */
export const findCallerQuery = (number: string) =>
  queryOptions({
    queryKey: ['caller-search', number] as const,
    queryFn: ({ signal }) => call(calls.search, { query: { number } }, { signal }),
    placeholderData: keepPreviousData,
    // Somebody may have called that number a moment ago.
    staleTime: 0,
    gcTime: 0,
  });

/** Fewer would match half the country. */
export const DIGITS_MIN = 4;
const NATIONAL_DIGITS = 10;

/** What to look for, as typed or as a telephone shows it: "+54 9 11 5550-2847", "011 15 5550-2847", "2847". */
export function wantedDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length > NATIONAL_DIGITS ? (normalisePhone(typed)?.number ?? digits) : digits;
}
