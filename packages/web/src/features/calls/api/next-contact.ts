import { calls } from '@campanero/contract/calls/endpoints';
import { HOLD_RENEW_MS } from '@campanero/contract/limits';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { isOpenHere, keepHeld, letGo } from '../held-calls.ts';
import { NO_MORE } from '../texts.ts';
import type { CallKey } from './call-history.ts';

/**
 * The contact after this one. Asking takes it for the person; asked again for the same call it is the same one and its time
 * begins anew (decisions 5). Forgotten with the page: by then it may be somebody's.
 */
const nextContactQuery = ({ campaignId, callId }: CallKey) =>
  queryOptions({
    queryKey: ['next-contact', campaignId, callId] as const,
    // Not to be cancelled half-way: the server would hold a call that nobody knows of.
    queryFn: async () => {
      const next = await call(calls.next, { params: { id: campaignId, current: callId } });
      keepHeld(campaignId, next.callId);
      if (!isOpenHere(callId)) void letGo(next.callId);
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
  /** Whether the next one may be reserved ahead, so that it stands there at once (UX-02). */
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
      // Spec 8, Contacts: any 422 means that there is none to call.
      if (error instanceof ApiError && error.status === 422) notify.warning(NO_MORE);
      else notify.error(errorText(error));
    }
  };
  const next = reserved.data?.number === number ? undefined : reserved.data;
  return { next, goNext, isGoing };
}
