import { loads } from '@campanero/contract/loads/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { CANCEL_FAILED, CANCELLED } from '../texts.ts';
import { refreshLoads } from './last-load.ts';

/** Nothing of a cancelled load is kept, and the file can be sent again: so it is done at once, without a question (UX-06). */
export function useCancelLoad(campaignId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(loads.cancel, { params: { id: campaignId } }),
    onSuccess: () => {
      notify.info(CANCELLED);
      return refreshLoads(queryClient);
    },
    onError: (error) => {
      notify.error(errorText(error, CANCEL_FAILED));
      // Most likely it ended a moment before: the page then shows how.
      return refreshLoads(queryClient);
    },
  });
}
