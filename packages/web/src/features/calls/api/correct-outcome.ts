import { calls } from '@campanero/contract/calls/endpoints';
import type { CorrectionBody } from '@campanero/contract/calls/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import type { CallKey } from './call-history.ts';

/** Puts another outcome beside a registered one; everything that shows or counts either is asked anew (decisions 5). */
export function useCorrectOutcome({ campaignId, callId, entryId }: CallKey & { entryId: number }) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: (body: CorrectionBody) =>
      call(
        calls.correct,
        { params: { id: campaignId, callId, entryId }, body },
        { idempotencyKey: keyFor(JSON.stringify(body)) },
      ),
    // Also after a refusal: somebody may have corrected it in the meantime.
    onSettled: () => {
      for (const queryKey of [['contacts', 'detail', callId], ['audience'], ['day'], ['callbacks']])
        void queryClient.invalidateQueries({ queryKey });
      return queryClient.invalidateQueries({ queryKey: ['calls', 'history', callId] });
    },
  });
}
