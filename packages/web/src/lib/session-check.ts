import { auth } from '@campanero/contract/auth/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { updateSession } from './session.ts';

/** Asks the server whether the stored session still holds, and who the person is by now (spec 4, Session). */
export const sessionCheckQuery = (userId: number) =>
  queryOptions({
    queryKey: ['session', 'check', userId] as const,
    queryFn: async ({ signal }) => {
      const { name, permissions, roles, email, mustChangePassword } = await call(auth.check, undefined, { signal });
      updateSession({ name, permissions, roles, mail: email });
      return { mustChangePassword };
    },
    staleTime: Infinity,
    // A server in trouble is no reason to keep the person waiting: the page's own requests will tell.
    retry: false,
  });
