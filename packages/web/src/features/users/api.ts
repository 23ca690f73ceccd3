import { identity, type IdleLimits } from '@campanero/contract/auth/identity';
import { type RequiredRoles, secondFactor } from '@campanero/contract/auth/second-factor';
import { users } from '@campanero/contract/users/endpoints';
import type { UserRow } from '@campanero/contract/users/import-schemas';
import type { Handover } from '@campanero/contract/users/leaving';
import type { UserBody, UserDetail, UserPatch, UsersPatch } from '@campanero/contract/users/schemas';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'one', id] as const,
    queryFn: ({ signal }) => call(users.get, { params: { id } }, { signal }),
  });

/** The campaigns somebody coordinates or works in, with their calls there. */
export const userCampaignsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'campaigns', id] as const,
    queryFn: ({ signal }) => call(users.campaigns, { params: { id } }, { signal }),
  });

/** The saved account is known at once; lists, and the choices of other screens, are asked for again. */
function updateUserCache(queryClient: QueryClient, user: UserDetail) {
  queryClient.setQueryData(userQuery(user.id).queryKey, user);
  void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['users', 'campaigns', user.id] });
  void queryClient.invalidateQueries({ queryKey: ['lookups'] });
}

export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserBody) => call(users.create, { body }),
    onSuccess: (user) => updateUserCache(queryClient, user),
  });
}

export function useUpdateUser(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UserPatch) => call(users.update, { params: { id }, body }),
    onSuccess: (user) => updateUserCache(queryClient, user),
  });
}

/** Both directions of the switch. Pessimistic: it moves only after the server's word. */
export function useChangeUserState() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, handover }: { id: number; handover: Handover | 'enable' }) =>
      handover === 'enable'
        ? call(users.enable, { params: { id } })
        : call(users.disable, { params: { id }, body: { handover } }),
    onSuccess: (user) => {
      updateUserCache(queryClient, user);
      void queryClient.invalidateQueries({ queryKey: ['auth', 'user-sessions', user.id] });
    },
  });
}

/** What several users hold together. */
export const heldTogetherQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['users', 'held', ids] as const,
    queryFn: ({ signal }) => call(users.held, { query: { ids: ids.join(',') } }, { signal }),
    // Asked anew each time: the numbers decide.
    staleTime: 0,
    gcTime: 0,
  });

export function useChangeUsers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UsersPatch) => call(users.changeMany, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['users'] });
      void queryClient.invalidateQueries({ queryKey: ['lookups'] });
    },
  });
}

export const usePreviewImport = () =>
  useMutation({ mutationFn: (rows: UserRow[]) => call(users.previewImport, { body: { rows } }) });

export function useImportUsers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { rows: UserRow[]; expected: number }) => call(users.import, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['users'] });
      void queryClient.invalidateQueries({ queryKey: ['lookups'] });
    },
  });
}

export const useInviteAgain = () =>
  useMutation({ mutationFn: (ids: number[]) => call(users.invite, { body: { ids } }) });

export const useSendLink = () => useMutation({ mutationFn: (id: number) => call(users.sendLink, { params: { id } }) });

/** Which roles require the second factor, for administrators. */
export const requiredRolesQuery = () =>
  queryOptions({
    queryKey: ['users', 'required-roles'] as const,
    queryFn: ({ signal }) => call(secondFactor.roles, undefined, { signal }),
  });

/** After how many minutes without activity the session of each role is locked. */
export const idleLimitsQuery = () =>
  queryOptions({
    queryKey: ['users', 'idle-limits'] as const,
    queryFn: ({ signal }) => call(identity.idleLimits, undefined, { signal }),
  });

export function useSetIdleLimits() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: IdleLimits) => call(identity.setIdleLimits, { body }),
    onSuccess: (saved) => queryClient.setQueryData(idleLimitsQuery().queryKey, saved),
  });
}

export function useRequireRoles() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RequiredRoles) => call(secondFactor.requireRoles, { body }),
    onSuccess: (saved) => queryClient.setQueryData(requiredRolesQuery().queryKey, saved),
  });
}

export function useResetSecondFactor(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(secondFactor.reset, { params: { id } }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: userQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['auth', 'user-sessions', id] });
    },
  });
}
