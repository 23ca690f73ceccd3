import { calls } from '@campanero/contract/calls/endpoints';
import type { foundCalls } from '@campanero/contract/calls/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api.ts';

export type FoundCall = z.infer<typeof foundCalls>[number];

/** The calls within one's reach whose number begins or ends with these digits (decisions 2). */
export const findCallerQuery = (number: string) =>
  queryOptions({
    queryKey: ['caller-search', number] as const,
    queryFn: ({ signal }) => call(calls.search, { query: { number } }, { signal }),
    placeholderData: keepPreviousData,
    // Somebody may have called that number a moment ago.
    staleTime: 0,
    gcTime: 0,
  });
