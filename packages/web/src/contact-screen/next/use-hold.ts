import { calls } from '@campanero/contract/calls/endpoints';
import { HOLD_RENEW_MS } from '@campanero/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/errors.ts';
import type { CallKey } from '../api.ts';
import {
  forgetHeld,
  isHeldHere,
  isOpenHere,
  keepHeld,
  releaseHold,
  openCall,
} from '../../features/calls/held-calls.ts';

/** Somebody else holds the call, or its number in another campaign. */
type HoldRefusal = 'CALL_HELD' | 'NUMBER_HELD';
const refusalOf = (error: unknown): HoldRefusal | undefined =>
  error instanceof ApiError && (error.code === 'CALL_HELD' || error.code === 'NUMBER_HELD') ? error.code : undefined;
/** There is no event when a number called from another campaign is free again, so the hold is tried again. */
const NUMBER_POLL_MS = 20_000;

/** Holds the call while it is wanted and its page is open (rule calls/one-call-one-hand). Returns why it could not. */
export function useHold({ campaignId, callId }: CallKey, wanted: boolean, onLost: () => void) {
  const [lost, setLost] = useState<{ callId: number; refusal: HoldRefusal }>();
  const tellLost = useRef(onLost);
  useEffect(() => {
    tellLost.current = onLost;
  });
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
        else tellLost.current();
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
