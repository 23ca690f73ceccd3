import { calls } from '@campanero/contract/calls/endpoints';
import type { HistoryEntry, RegisterBody } from '@campanero/contract/calls/schemas';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { forgetHeld } from '../held-calls.ts';
import { historyQuery, type CallKey } from './call-history.ts';

/** Wherever the registration was sent from: the history has it, and the lists that count it are asked anew. */
export function takeIn(queryClient: QueryClient, key: CallKey, entry: HistoryEntry): void {
  // Registering lets the call go.
  forgetHeld(key.callId);
  queryClient.setQueryData(
    historyQuery(key).queryKey,
    (old) => old && [entry, ...old.filter(({ id }) => id !== entry.id)],
  );
  for (const queryKey of [
    ['contacts', 'detail', key.callId],
    ['audience'],
    ['day'],
    ['callbacks'],
    ['campaigns', 'list'],
  ])
    void queryClient.invalidateQueries({ queryKey });
}

/** Pessimistic: nothing on the screen says so before the server does (UX-07). */
export function useRegisterCall(key: CallKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: RegisterBody; idempotencyKey: string }) =>
      call(calls.register, { params: { id: key.campaignId, callId: key.callId }, body }, { idempotencyKey }),
    // Without a network it fails at once and is queued by us, where it can be seen.
    networkMode: 'always',
    onSuccess: (entry) => takeIn(queryClient, key, entry),
  });
}
