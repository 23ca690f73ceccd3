import { calls } from '@campanero/contract/calls/endpoints';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { CorrectionBody, HistoryEntry, RegisterBody } from '@campanero/contract/calls/schemas';
import { HOLD_RENEW_MS } from '@campanero/contract/limits';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../lib/api.ts';
import { useAttemptKey } from '../lib/attempt-key.ts';
import { ApiError, errorText } from '../lib/errors.ts';
import { endpointKey } from '../lib/queries.ts';
import { notify } from '../lib/snackbar.ts';
import { forgetHeld, isOpenHere, keepHeld, releaseHold } from '../features/calls/held-calls.ts';
import { NO_MORE } from '../features/calls/start-calling.tsx';

export interface CallKey {
  campaignId: number;
  callId: number;
}

/** Everything registered on a call, newest first. */
export const historyQuery = ({ campaignId, callId }: CallKey) =>
  queryOptions({
    queryKey: ['calls', 'history', callId] as const,
    queryFn: ({ signal }) => call(calls.history, { params: { id: campaignId, callId } }, { signal }),
  });

/**
 * The contact after this one. Asking takes it for the person; asked again for the same call it is the same one and its
 * time begins anew (rule calls/same-question-same-call). Forgotten with the page: by then somebody else may have it.
 */
const nextContactQuery = ({ campaignId, callId }: CallKey) =>
  queryOptions({
    queryKey: ['next-contact', campaignId, callId] as const,
    // Not to be cancelled half-way: the server would hold a call that nobody knows of.
    queryFn: async () => {
      const next = await call(calls.next, { params: { id: campaignId, current: callId } });
      keepHeld(campaignId, next.callId);
      if (!isOpenHere(callId)) void releaseHold(next.callId);
      return next;
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    // Without a network it is said at once instead of waiting for one.
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

interface NextContactOptions extends CallKey {
  number: string;
  /** Whether the next one may be reserved ahead, so that it stands there at once. */
  reserve: boolean;
  onNext: (next: { callId: number; number: string }) => void;
}

export function useNextContact({ number, reserve, onNext, ...key }: NextContactOptions) {
  const queryClient = useQueryClient();
  // Until the next contact is on the screen, not only until it is known: in between nothing may begin on this one.
  const [goingFrom, setGoingFrom] = useState<number>();
  const isGoing = goingFrom === key.callId;
  const query = nextContactQuery(key);
  const reserved = useQuery({
    ...query,
    enabled: reserve,
    refetchInterval: reserve ? HOLD_RENEW_MS : false,
    refetchIntervalInBackground: true,
  });

  const goNext = async () => {
    if (isGoing) return;
    setGoingFrom(key.callId);
    const stay = () => setGoingFrom(undefined);
    try {
      const next = reserved.data ?? (await queryClient.fetchQuery(query));
      if (next.number !== number) return onNext(next);
      stay();
      notify.warning(NO_MORE);
    } catch (error) {
      stay();
      // Any 422 means that there is none to call now: none is left, or the campaign takes no calls.
      if (error instanceof ApiError && error.status === 422) notify.warning(error.fields['until'] ?? NO_MORE);
      else notify.error(errorText(error));
    }
  };
  const next = reserved.data?.number === number ? undefined : reserved.data;
  return { next, goNext, isGoing };
}

/** Wherever the registration was sent from: the history has it, and the lists that count it are asked anew. */
export function applyRegistration(queryClient: QueryClient, key: CallKey, entry: HistoryEntry): void {
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
    endpointKey('campaigns', campaigns.list),
  ])
    void queryClient.invalidateQueries({ queryKey });
}

/** Pessimistic: nothing on the screen says that it is done before the server does (rule screens/word-of-the-server). */
export function useRegisterCall(key: CallKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: RegisterBody; idempotencyKey: string }) =>
      call(calls.register, { params: { id: key.campaignId, callId: key.callId }, body }, { idempotencyKey }),
    // Without a network it fails at once and is queued by us, where it can be seen.
    networkMode: 'always',
    onSuccess: (entry) => applyRegistration(queryClient, key, entry),
  });
}

/** Puts another outcome beside a registered one; everything that shows or counts either is asked anew. */
export function useCorrectOutcome({ campaignId, callId }: CallKey) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ entryId, body }: { entryId: number; body: CorrectionBody }) =>
      call(
        calls.correct,
        { params: { id: campaignId, callId, entryId }, body },
        { idempotencyKey: keyFor(JSON.stringify([entryId, body])) },
      ),
    // Also after a refusal: somebody may have corrected it in the meantime.
    onSettled: () => {
      for (const queryKey of [['contacts', 'detail', callId], ['audience'], ['day'], ['callbacks']])
        void queryClient.invalidateQueries({ queryKey });
      return queryClient.invalidateQueries({ queryKey: ['calls', 'history', callId] });
    },
  });
}

/** Gives the call to another operator of the campaign, or takes it. */
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
