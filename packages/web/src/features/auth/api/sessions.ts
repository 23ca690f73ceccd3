import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';

export const openSessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'sessions'] as const,
    queryFn: ({ signal }) => client.auth.sessions(undefined, { signal }),
  });

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.auth.endSession({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: openSessionsQuery().queryKey }),
  });
}
