import { auth } from '@campanero/contract/auth/endpoints';
import { useMutation } from '@tanstack/react-query';
import type { LoginBody } from '@campanero/contract/auth/schemas';
import { call } from '../../../lib/api.ts';
import { beginSession } from '../../../lib/session.ts';

export const useSignIn = () =>
  useMutation({
    mutationFn: (body: LoginBody) => call(auth.login, { body }),
    onSuccess: beginSession,
    // The password must not outlive the attempt in the mutation cache.
    gcTime: 0,
  });
