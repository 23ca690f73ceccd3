import { calls } from '@campanero/contract/calls/endpoints';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { HOLD_RENEW_MS } from '@campanero/contract/limits';
import { formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconPlayerTrackNext } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import {
  forgetHeld,
  isHeldHere,
  isOpenHere,
  keepHeld,
  openCall,
  releaseHold,
} from '../../features/calls/held-calls.ts';
import { NO_MORE } from '../../features/calls/start-calling.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { queryClient } from '../../lib/query-client.ts';
import { notify } from '../../lib/snackbar.ts';
import { type CallKey, contactQuery, historyQuery } from '../api.ts';
import { ownPerson, personName } from '../people/person-words.ts';

type NextContact = Pick<CallDetail, 'callId' | 'number'>;

/** Reserves the next contact; repeated for the same call it renews the hold (rule calls/repeated-next-returns-same-call). */
const nextContactQuery = ({ campaignId, callId }: CallKey) =>
  queryOptions({
    queryKey: ['next-contact', campaignId, callId] as const,
    // No abort signal: an aborted request could leave a hold that this tab does not know of.
    queryFn: async () => {
      const next = await call(calls.next, { params: { id: campaignId, current: callId } });
      keepHeld(campaignId, next.callId);
      if (!isOpenHere(callId)) void releaseHold(next.callId);
      return next;
    },
    staleTime: Infinity,
    // Another user may get it.
    gcTime: 0,
    retry: false,
    // Offline it must fail at once instead of pausing.
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

interface NextContactOptions extends CallKey {
  number: string;
  /** Whether the next contact may be reserved before it is asked for. */
  reserve: boolean;
  onNext: (next: NextContact) => void;
}

export function useNextContact({ number, reserve, onNext, ...key }: NextContactOptions) {
  // Set until the next contact is on the screen, not only until it is known: nothing may begin on this one in between.
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

/** Fetches the contact and the history of the next call in advance, so that its page shows them at once. */
export function useContactAhead(campaignId: number, next: NextContact | undefined) {
  const { callId, number } = next ?? { callId: 0, number: '' };
  useQuery({ ...historyQuery({ campaignId, callId }), enabled: next !== undefined });
  return useQuery({ ...contactQuery({ callId, phone: number }), enabled: next !== undefined }).data;
}

export function NextContactLine({ campaignId, next }: { campaignId: number; next: NextContact | undefined }) {
  const detail = useContactAhead(campaignId, next);
  if (!next) return null;
  const person = detail && ownPerson(detail);
  return (
    <Line gap={1.5} sx={{ minWidth: 0, typography: 'body2', color: 'text.secondary' }}>
      <IconPlayerTrackNext size={15} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Box
        component="span"
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { xs: 'nowrap', md: 'normal' } }}
      >
        Sigue{' '}
        <Box component="b" sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
          <bdi style={{ whiteSpace: 'nowrap' }}>{formatPhone(next.number)}</bdi>
        </Box>{' '}
        {detail?.callbackAt ? `rellamado de las ${formatTime(detail.callbackAt)}` : person && personName(person)}
      </Box>
    </Line>
  );
}

/** Somebody else holds the call, or its number in another campaign. */
type HoldRefusal = 'CALL_HELD' | 'NUMBER_HELD';
const refusalOf = (error: unknown): HoldRefusal | undefined =>
  error instanceof ApiError && (error.code === 'CALL_HELD' || error.code === 'NUMBER_HELD') ? error.code : undefined;
/** There is no event when a number called from another campaign is free again, so the hold is tried again. */
const NUMBER_POLL_MS = 20_000;

/** Holds the call while it is wanted and its page is open (rule calls/holds-are-exclusive). Returns why it could not. */
export function useHold({ campaignId, callId }: CallKey, wanted: boolean, onLost: () => void) {
  const [lost, setLost] = useState<{ callId: number; refusal: HoldRefusal }>();
  const tellLost = useEffectEvent(onLost);
  useEffect(() => openCall(callId), [callId]);

  useEffect(() => {
    if (!wanted) return undefined;
    let isOver = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const take = async () => {
      try {
        await call(calls.hold, { params: { id: campaignId, callId } });
        keepHeld(campaignId, callId);
        // The page was left before the answer came.
        if (isOver && !isOpenHere(callId)) void releaseHold(callId);
        else setLost(undefined);
      } catch (error) {
        const refusal = refusalOf(error);
        if (isOver || !refusal) return;
        forgetHeld(callId);
        setLost({ callId, refusal });
        if (refusal === 'NUMBER_HELD') retry = setTimeout(() => void take(), NUMBER_POLL_MS);
        else tellLost();
      }
    };
    const takeBack = (event: PageTransitionEvent) => {
      if (event.persisted) void take();
    };
    if (!isHeldHere(callId)) void take();
    const timer = setInterval(() => void take(), HOLD_RENEW_MS);
    window.addEventListener('pageshow', takeBack);
    return () => {
      isOver = true;
      clearInterval(timer);
      clearTimeout(retry);
      window.removeEventListener('pageshow', takeBack);
      // Still on the screen: a manager closed the registration.
      if (isOpenHere(callId)) void releaseHold(callId);
    };
  }, [campaignId, callId, wanted]);
  return lost?.callId === callId ? lost.refusal : undefined;
}
