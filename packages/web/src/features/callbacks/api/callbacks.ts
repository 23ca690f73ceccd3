import { calls } from '@campanero/contract/calls/endpoints';
import type { callbacks } from '@campanero/contract/calls/schemas';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../lib/api.ts';

export type Callback = z.infer<typeof callbacks>[number];
const EVERY_MINUTE_MS = 60_000;

/** One's dated callbacks, soonest first. Asked every minute: others may take the ones that are long overdue. */
export const callbacksQuery = () =>
  queryOptions({
    queryKey: ['callbacks'] as const,
    queryFn: ({ signal }) => call(calls.callbacks, undefined, { signal }),
    refetchInterval: EVERY_MINUTE_MS,
  });
