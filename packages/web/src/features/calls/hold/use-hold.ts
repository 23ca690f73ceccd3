import { calls } from '@campanero/contract/calls/endpoints';
import { HOLD_RENEW_MS } from '@campanero/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/errors.ts';
import type { CallKey } from '../api.ts';
import { forgetHeld, isHeldHere, isOpenHere, keepHeld, letGo, openCall } from './held-calls.ts';

interface HoldOptions extends CallKey {
  /** Whether the person works on it right now; somebody who only looks takes no hold. */
  wanted: boolean;
  /** Somebody else was quicker. */
  onLost: () => void;
}

/**
 * Takes the call for as long as it is wanted and its page open, and renews that every four minutes
 * (rule calls/one-call-one-hand). True once somebody else turned out to have it.
 */
export function useHold({ campaignId, callId, wanted, onLost }: HoldOptions): boolean {
  const [lostId, setLostId] = useState<number>();
  const tellLost = useRef(onLost);
  useEffect(() => {
    tellLost.current = onLost;
  });
  useEffect(() => openCall(callId), [callId]);

  useEffect(() => {
    if (!wanted) return undefined;
    let isOver = false;
    const take = async () => {
      try {
        await call(calls.hold, { params: { id: campaignId, callId } });
        keepHeld(campaignId, callId);
        // Left while the answer was on its way.
        if (isOver && !isOpenHere(callId)) void letGo(callId);
        else setLostId(undefined);
      } catch (error) {
        if (isOver || !(error instanceof ApiError) || error.code !== 'CALL_HELD') return;
        forgetHeld(callId);
        setLostId(callId);
        tellLost.current();
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
      window.removeEventListener('pageshow', takeBack);
      // No longer wanted, but still on the screen: a manager who closed the registration.
      if (isOpenHere(callId)) void letGo(callId);
    };
  }, [campaignId, callId, wanted]);
  return lostId === callId;
}
