import { spellings } from '@campanero/contract/loads/spellings';
import { errorText } from '../../../lib/errors.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { endpointKey, endpointQuery } from '../../../lib/queries.ts';
import { notify } from '../../../lib/snackbar.ts';
import { loadScope } from '../api.ts';
import { FORGET_FAILED, REMEMBER_FAILED } from '../texts.ts';

export const spellingsQuery = () => endpointQuery('loads', spellings.list);

/** Also the reports, which show remembered spellings. */
const changed = () => [endpointKey('loads', spellings.list), loadScope];

/** The caller shows errors. */
export const useRememberSpelling = () =>
  useEndpointMutation(spellings.remember, {
    onSuccess: ({ name, place }) => notify.success(`«${name}» se entenderá como ${place} en las próximas cargas.`),
    refetches: changed,
  });

export const rememberRefusal = (error: unknown) => errorText(error, REMEMBER_FAILED);

/** Without confirmation, since it can be added again. */
export const useForgetSpelling = () =>
  useEndpointMutation(spellings.forget, {
    onSuccess: ({ name }) => notify.info(`«${name}» ya no se recuerda.`),
    failed: FORGET_FAILED,
    refetches: changed,
    evenIfRefused: true,
  });
