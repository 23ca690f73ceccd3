import { auth } from '@campanero/contract/auth/endpoints';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const useRecover = () => useMutation({ mutationFn: (body: { email: string }) => call(auth.recover, { body }) });
