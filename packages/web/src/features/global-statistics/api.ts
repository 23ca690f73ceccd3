import { globalStatistics } from '@campanero/contract/statistics/global-endpoints';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** In case the event that says "computed anew" is lost. */
const FALLBACK_MS = 60_000;

/** Under the key that the socket's `statistics` event makes stale. */
export const globalFiguresQuery = () =>
  queryOptions({
    queryKey: ['statistics', 'global'] as const,
    queryFn: ({ signal }) => call(globalStatistics.view, undefined, { signal }),
    refetchInterval: FALLBACK_MS,
  });

export const monthlySeriesQuery = () =>
  queryOptions({
    queryKey: ['statistics', 'grouped'] as const,
    queryFn: ({ signal }) => call(globalStatistics.grouped, undefined, { signal }),
    refetchInterval: FALLBACK_MS,
  });

export const monthlyMetricsQuery = () =>
  queryOptions({
    queryKey: ['statistics', 'metrics'] as const,
    queryFn: ({ signal }) => call(globalStatistics.metrics, undefined, { signal }),
    refetchInterval: FALLBACK_MS,
  });

/** Asks for new figures. Also after a refusal everything is fetched again: somebody else asked, and since when is in the answer. */
export function useRefreshStatistics() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(globalStatistics.refresh),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['statistics'] }),
  });
}
