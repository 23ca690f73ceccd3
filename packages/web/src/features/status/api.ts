import { status } from '@campanero/contract/status/endpoints';
import type { StatusView } from '@campanero/contract/status/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const LIVE_MS = 5_000;
/** While the nodes look around. */
const LOOKING_MS = 1_500;

export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'] as const,
    queryFn: ({ signal }) => call(status.view, undefined, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isLooking ? LOOKING_MS : LIVE_MS),
  });

function useAnswer() {
  const client = useQueryClient();
  return (view: StatusView) => client.setQueryData(statusQuery().queryKey, view);
}

export const useLook = () => useMutation({ mutationFn: () => call(status.look), onSuccess: useAnswer() });

export const useRetryFailed = () =>
  useMutation({
    mutationFn: (name: string) => call(status.retryFailed, { params: { name } }),
    onSuccess: useAnswer(),
  });

export const useDropFailed = () =>
  useMutation({
    mutationFn: (name: string) => call(status.dropFailed, { params: { name } }),
    onSuccess: useAnswer(),
  });
