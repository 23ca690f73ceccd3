import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { now, useNow } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { type CallKey, useRegisterCall } from '../api.ts';
import type { OutcomeState } from './outcome-states.ts';
import {
  attemptKey,
  closedAt,
  dropOutcome,
  isEmptyOutcome,
  keepOutcome,
  NO_OUTCOME,
  outcomeBody,
  outcomeErrors,
  type OutcomeValues,
  readOutcome,
  withState,
} from './outcome-values.ts';
import { enqueue, isUnreachable, recordedMessage, discardRefused } from '../queue/registration-queue.ts';
import { QUEUED, REGISTER_FAILED, REGISTERED } from '../texts.ts';

/** The outcome being written down for a call; every change is kept at once, so that nothing typed is ever lost. */
export function useOutcomeForm(callId: number, calendar: Calendar) {
  const [state, setState] = useState(() => ({ callId, values: readOutcome(callId), isTried: false }));
  // Another contact took the page over: its own draft, or an empty form.
  if (state.callId !== callId) setState({ callId, values: readOutcome(callId), isTried: false });
  // What a key pressed a moment ago has chosen counts for the key that saves, before anything is drawn again.
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);

  const put = (values: OutcomeValues) => {
    latest.current = { ...latest.current, values };
    setState(latest.current);
    keepOutcome(callId, values);
  };
  const values = state.values;
  const present = useNow();
  const errors = outcomeErrors(values, present, calendar);
  return {
    values,
    /** Shown once somebody tried to save; a date is judged as it is typed. */
    errors: state.isTried ? errors : { ...errors, stateId: undefined },
    /** The callback falls into a closed hour: when it would be called instead. */
    callsFrom: closedAt(values.callbackAt, present, calendar),
    calendar,
    isReady: Object.keys(errors).length === 0,
    isEmpty: isEmptyOutcome(values),
    latest: () => latest.current.values,
    change: (parts: Partial<OutcomeValues>) => put({ ...latest.current.values, ...parts }),
    chooseState: (chosen: OutcomeState) => put(withState(latest.current.values, chosen)),
    showErrors: () => setState((old) => ({ ...old, isTried: true })),
    clear: () => {
      dropOutcome(callId);
      latest.current = { callId, values: NO_OUTCOME, isTried: false };
      setState(latest.current);
    },
  };
}
export type OutcomeForm = ReturnType<typeof useOutcomeForm>;

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

/** Sends what the form holds, once: a second press while it is on its way does nothing. */
export function useSaveOutcome({ callKey, number, states, form, ownPath, onSaved }: SaveOutcomeOptions) {
  const queryClient = useQueryClient();
  const register = useRegisterCall(callKey);
  const [refusal, setRefusal] = useState<{ callId: number; text: string }>();

  // Two presses may come before anything is drawn again.
  const isSending = useRef(false);
  const save = async (thenNext: boolean) => {
    if (isSending.current) return;
    const values = form.latest();
    const { stateId } = values;
    if (stateId === null || Object.keys(outcomeErrors(values, new Date(now()), form.calendar)).length > 0)
      return form.showErrors();
    setRefusal(undefined);
    const stateName = states.find(({ id }) => id === stateId)?.name ?? '';
    const body = outcomeBody({ ...values, stateId });
    const key = attemptKey(callKey.callId, values, body);
    isSending.current = true;
    try {
      await register.mutateAsync({ body, idempotencyKey: key });
      form.clear();
      discardRefused(callKey.callId);
      notify.success(REGISTERED, recordedMessage({ number, stateName }, ownPath));
      onSaved(thenNext);
    } catch (error) {
      if (!isUnreachable(error)) {
        setRefusal({ callId: callKey.callId, text: errorText(error, REGISTER_FAILED) });
        if (error instanceof ApiError && error.code === 'CALL_ERASED') form.clear();
        // The rules of calling are others than this page knows.
        if (error instanceof ApiError && error.code === 'CALLBACK_OUTSIDE_HOURS')
          void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
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
