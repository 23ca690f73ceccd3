import { calls } from '@campanero/contract/calls/endpoints';
import type { ownDay } from '@campanero/contract/calls/schemas';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api.ts';

export type OwnDay = z.infer<typeof ownDay>;
const EVERY_MINUTE_MS = 60_000;

/** One's own figures of today; every registration asks for them anew, and so does the clock. */
export const ownDayQuery = () =>
  queryOptions({
    queryKey: ['day'] as const,
    queryFn: ({ signal }) => call(calls.today, undefined, { signal }),
    refetchInterval: EVERY_MINUTE_MS,
  });
