import { auth } from '@campanero/contract/auth/endpoints';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { endSession, getSession } from '../../../lib/session.ts';

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** A reset never signs in (SEC-16); it also ended every session, so one that was open here is over. */
export const useResetPassword = (id: number, token: string) =>
  useMutation({
    mutationFn: (body: NewPassword) => call(auth.reset, { params: { id }, query: { token }, body }),
    onSuccess: () => {
      if (getSession()) endSession('signed-out');
    },
    gcTime: 0,
  });
