import { calls } from '@campanero/contract/calls/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import type { CallKey } from './call-history.ts';

/** Gives the call to another operator of the campaign, or takes it (decisions 5). */
export function useReassignCall({ campaignId, callId }: CallKey) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ operatorId, from }: { operatorId: number; from: number | null }) =>
      call(
        calls.reassign,
        { params: { id: campaignId, callId, operatorId } },
        { idempotencyKey: keyFor(`${callId} ${from} ${operatorId}`) },
      ),
    // Also after a refusal: most of them mean that the call is no longer as the screen says.
    onSettled: () => {
      for (const queryKey of [['audience'], ['day']]) void queryClient.invalidateQueries({ queryKey });
      return queryClient.invalidateQueries({ queryKey: ['contacts', 'detail', callId] });
    },
  });
}
