import { type DisableBody, secondFactor } from '@campanero/contract/auth/second-factor';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['auth', 'second-factor'] as const,
    queryFn: ({ signal }) => call(secondFactor.state, undefined, { signal }),
  });

/** Also asks the session check again: a role may have required it until now, and the other sessions may have ended. */
const refreshSessionQueries = (queryClient: QueryClient) => {
  for (const queryKey of [secondFactorQuery().queryKey, ['session'], ['auth', 'sessions']])
    void queryClient.invalidateQueries({ queryKey });
};

// Passwords, secrets and codes must not outlive the attempt in the mutation cache.
const FORGOTTEN = { gcTime: 0 } as const;

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: (password: string) => call(secondFactor.begin, { body: { password } }),
    ...FORGOTTEN,
  });

export function useConfirmSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(secondFactor.confirm, { body: { code } }),
    onSettled: () => refreshSessionQueries(queryClient),
    ...FORGOTTEN,
  });
}

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(secondFactor.renewCodes, { body: { code } }),
    onSettled: () => refreshSessionQueries(queryClient),
    ...FORGOTTEN,
  });
}

export function useDisableSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DisableBody) => call(secondFactor.disable, { body }),
    onSettled: () => refreshSessionQueries(queryClient),
    ...FORGOTTEN,
  });
}
