import { useRef, useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import type { CallKey } from '../api/call-history.ts';
import { useRegisterCall } from '../api/register-call.ts';
import { attemptKey } from '../outcome-draft.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { outcomeBody, outcomeErrors } from '../outcome-values.ts';
import { enqueue, isUnreachable, recorded, settleQueued } from '../registration-queue.ts';
import { QUEUED, REGISTER_FAILED, REGISTERED } from '../texts.ts';
import type { OutcomeForm } from './use-outcome-form.ts';

interface SaveOutcomeOptions {
  callKey: CallKey;
  number: string;
  states: readonly OutcomeState[];
  form: OutcomeForm;
  /** The address of this very contact, for looking at what was recorded. */
  ownPath: string;
  /** Recorded, or waiting for the connection. */
  onSaved: (thenNext: boolean) => void;
}

/** Sends what the form holds, once: a second press while it is on its way does nothing (UX-04). */
export function useSaveOutcome({ callKey, number, states, form, ownPath, onSaved }: SaveOutcomeOptions) {
  const register = useRegisterCall(callKey);
  const [refusal, setRefusal] = useState<{ callId: number; text: string }>();

  // Two presses may come before anything is drawn again.
  const isSending = useRef(false);
  const save = async (thenNext: boolean) => {
    if (isSending.current) return;
    const values = form.latest();
    const { stateId } = values;
    if (stateId === null || Object.keys(outcomeErrors(values, new Date(now()))).length > 0) return form.showErrors();
    setRefusal(undefined);
    const stateName = states.find(({ id }) => id === stateId)?.name ?? '';
    const body = outcomeBody({ ...values, stateId });
    const key = attemptKey(callKey.callId, values, body);
    isSending.current = true;
    try {
      await register.mutateAsync({ body, idempotencyKey: key });
      form.clear();
      settleQueued(callKey.callId);
      notify.success(REGISTERED, recorded({ number, stateName }, ownPath));
      onSaved(thenNext);
    } catch (error) {
      if (!isUnreachable(error)) {
        setRefusal({ callId: callKey.callId, text: errorText(error, REGISTER_FAILED) });
        return;
      }
      enqueue({ ...callKey, number, stateName, body, key });
      notify.warning(QUEUED);
      onSaved(thenNext);
    } finally {
      isSending.current = false;
    }
  };
  return {
    save,
    isSaving: register.isPending,
    refusal: refusal?.callId === callKey.callId ? refusal.text : undefined,
  };
}
