import { useMutation } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';

export const useRecover = () =>
  useMutation({ mutationFn: (body: { email: string }) => client.auth.recover({ body }) });
