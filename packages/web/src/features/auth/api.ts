import { auth } from '@campanero/contract/auth/endpoints';
import type { ChangePasswordBody, LoginBody } from '@campanero/contract/auth/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { enterSession } from '../../lib/session-api.ts';
import { endSession, getSession } from '../../lib/session.ts';

export const useSignIn = () =>
  useMutation({
    mutationFn: (body: LoginBody) => call(auth.login, { body }),
    onSuccess: enterSession,
    // The password must not outlive the attempt in the mutation cache.
    gcTime: 0,
  });

export const useRecover = () => useMutation({ mutationFn: (body: { email: string }) => call(auth.recover, { body }) });

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** A reset never signs in; it also ended every session, so one that was open here is over. */
export const useResetPassword = (id: number, token: string) =>
  useMutation({
    mutationFn: (body: NewPassword) => call(auth.reset, { params: { id }, query: { token }, body }),
    onSuccess: () => {
      if (getSession()) endSession('signed-out');
    },
    gcTime: 0,
  });

/** The other sessions end with the change, and a password that had to be changed no longer stands in the way. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => call(auth.changePassword, { body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['session'] }),
        queryClient.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
      ]),
    gcTime: 0,
  });
}

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

/** Somebody else's open sessions, for administrators. */
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
