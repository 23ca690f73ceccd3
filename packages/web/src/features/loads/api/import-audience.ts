import { loads } from '@campanero/contract/loads/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import { ApiError } from '../../../lib/errors.ts';
import type { LoadQuery } from '../load-choice.ts';
import { refreshLoads } from './last-load.ts';

/** Where an audience can be imported from: the phone dashboard or the forms system. */
export type ImportSource = 'dashboard' | 'form';

/** The same import again after a lost answer is the same load (decisions 2). */
export function useImportAudience(campaignId: number, source: ImportSource) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ sourceId, query }: { sourceId: string; query: LoadQuery }) => {
      const options = { idempotencyKey: keyFor(JSON.stringify([sourceId, query])) };
      return source === 'dashboard'
        ? call(loads.importDashboard, { params: { id: campaignId, audienceId: sourceId }, query }, options)
        : call(loads.importForm, { params: { id: campaignId, formId: sourceId }, query }, options);
    },
    onSuccess: () => void refreshLoads(queryClient),
    onError: (error) => {
      // Somebody else was faster, or the campaign ended: the page shows what is.
      if (error instanceof ApiError && error.status === 409) void refreshLoads(queryClient);
    },
  });
}
