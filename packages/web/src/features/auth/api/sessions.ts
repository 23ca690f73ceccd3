import { auth } from '@campanero/contract/auth/endpoints';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const openSessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'sessions'] as const,
    queryFn: ({ signal }) => call(auth.sessions, undefined, { signal }),
  });

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(auth.endSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: openSessionsQuery().queryKey }),
  });
}

/** Somebody else's open sessions, for administrators (SEC-23). */
export const userSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['auth', 'user-sessions', userId] as const,
    queryFn: ({ signal }) => call(auth.userSessions, { params: { id: userId } }, { signal }),
  });

export function useEndUserSessions(userId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(auth.endUserSessions, { params: { id: userId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userSessionsQuery(userId).queryKey }),
  });
}
