import { callLists } from '@campanero/contract/calls/list-endpoints';
import { useEffect, useRef, useState } from 'react';
import { ActionButton, type ActionButtonProps } from '../../components/action-button.tsx';
import { IconPhone } from '../../components/icons.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { invalidate } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { keepHeld, releaseHold } from './held-calls.ts';

interface StartCallingButtonProps extends Pick<ActionButtonProps, 'reason' | 'size' | 'variant'> {
  label: string;
  about?: string;
  isStarting: boolean;
  onStart: () => void;
}

export const StartCallingButton = ({ label, about, isStarting, onStart, ...button }: StartCallingButtonProps) => (
  <ActionButton
    variant="contained"
    {...button}
    startIcon={<IconPhone size={18} stroke={1.75} aria-hidden />}
    isPending={isStarting}
    // Touch screens show no tooltip.
    onRefused={() => notify.warning(button.reason!)}
    onClick={onStart}
  >
    {label}
    {about && <VisuallyHidden> {about}</VisuallyHidden>}
  </ActionButton>
);

// Fixed sentence: rule texts/fixed-sentences.
export const NO_MORE = 'No hay más contactos para llamar.';
/** Sent instead of a call's id while no call is open. */
const NO_CURRENT_CALL = 0;

/** Takes the first contact of a campaign, due callbacks first. `startingIn`: the campaign, until the contact is open. */
export function useStartCalling(onStart: (started: { campaignId: number; callId: number; number: string }) => void) {
  const [startingIn, setStartingIn] = useState<number>();
  const isOnScreen = useRef(false);
  useEffect(() => {
    isOnScreen.current = true;
    return () => {
      isOnScreen.current = false;
    };
  }, []);

  const start = async (campaignId: number) => {
    if (startingIn !== undefined) return;
    setStartingIn(campaignId);
    try {
      const next = await call(callLists.next, { params: { id: campaignId, current: NO_CURRENT_CALL } });
      keepHeld(campaignId, next.callId);
      // The user left the page: the contact must not stay held.
      if (isOnScreen.current) onStart({ campaignId, ...next });
      else void releaseHold(next.callId);
    } catch (error) {
      setStartingIn(undefined);
      // The data of the campaign on the screen are outdated.
      void invalidate('campaigns');
      if (error instanceof ApiError && error.code === 'NO_MORE_CONTACTS') notify.warning(NO_MORE);
      else if (error instanceof ApiError && error.fields['until']) notify.warning(error.fields['until']);
      else notify.error(errorText(error));
    }
  };
  return { start: (campaignId: number) => void start(campaignId), startingIn };
}
