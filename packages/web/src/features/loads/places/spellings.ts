import { type SpellingBody, spellings } from '@campanero/contract/loads/spellings';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { FORGET_FAILED, REMEMBER_FAILED } from '../texts.ts';

/** How people write places, as every later load understands them. */
export const spellingsQuery = () =>
  queryOptions({
    queryKey: ['loads', 'spellings'] as const,
    queryFn: ({ signal }) => call(spellings.list, undefined, { signal }),
  });

/** The list, and the reports that say what is remembered by now. */
const refresh = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: spellingsQuery().queryKey }),
    queryClient.invalidateQueries({ queryKey: ['audience', 'load'] }),
  ]);

/** Whoever asks says what went wrong. */
export function useRememberSpelling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SpellingBody) => call(spellings.remember, { body }),
    onSuccess: ({ name, place }) => {
      notify.success(`«${name}» se entenderá como ${place} en las próximas cargas.`);
      return refresh(queryClient);
    },
  });
}

export const rememberRefusal = (error: unknown) => errorText(error, REMEMBER_FAILED);

/** It can be remembered again at once, so it is forgotten without a question. */
export function useForgetSpelling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(spellings.forget, { params: { id } }),
    onSuccess: ({ name }) => {
      notify.info(`«${name}» ya no se recuerda.`);
      return refresh(queryClient);
    },
    onError: (error) => {
      notify.error(errorText(error, FORGET_FAILED));
      return refresh(queryClient);
    },
  });
}
