import { useMutation } from '@tanstack/react-query';
import type { LoginBody } from '@campanero/contract/auth/schemas';
import { client } from '../../../lib/api.ts';
import { beginSession } from '../../../lib/session.ts';

export const useSignIn = () =>
  useMutation({
    mutationFn: (body: LoginBody) => client.auth.login({ body }),
    onSuccess: beginSession,
    // The password must not outlive the attempt in the mutation cache.
    gcTime: 0,
  });
