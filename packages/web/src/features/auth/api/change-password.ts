import { auth } from '@campanero/contract/auth/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangePasswordBody } from '@campanero/contract/auth/schemas';
import { call } from '../../../lib/api.ts';

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
