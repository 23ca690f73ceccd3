import { spellings } from '@campanero/contract/loads/spellings';
import { errorText } from '../../../lib/errors.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../../lib/queries.ts';
import { notify } from '../../../lib/snackbar.ts';
import { loadScope } from '../api.ts';
import { FORGET_FAILED, REMEMBER_FAILED } from '../texts.ts';

/** How people write places, as every later load understands them. */
export const spellingsQuery = () => endpointQuery('loads', spellings.list);

/** The list, and the reports that say what is remembered by now. */
const changed = () => [endpointKey('loads', spellings.list), loadScope];

/** The caller shows what went wrong. */
export const useRememberSpelling = () =>
  useEndpointMutation(spellings.remember, {
    onSuccess: ({ name, place }) => notify.success(`«${name}» se entenderá como ${place} en las próximas cargas.`),
    refetches: changed,
  });

export const rememberRefusal = (error: unknown) => errorText(error, REMEMBER_FAILED);

/** It can be remembered again at once, so it is forgotten without a question. */
export const useForgetSpelling = () =>
  useEndpointMutation(spellings.forget, {
    onSuccess: ({ name }) => notify.info(`«${name}» ya no se recuerda.`),
    failed: FORGET_FAILED,
    refetches: changed,
    evenIfRefused: true,
  });
