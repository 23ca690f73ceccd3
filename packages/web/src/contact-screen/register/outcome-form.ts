import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { useLayoutEffect, useRef, useState } from 'react';
import { now, useNow } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { invalidate } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';
import { type CallKey, reloadSurvey, useRegisterCall } from '../api.ts';
import type { OutcomeState } from './outcome-states.ts';
import {
  attemptKey,
  closedAt,
  dropDialled,
  dropOutcome,
  isEmptyOutcome,
  keepOutcome,
  NO_OUTCOME,
  outcomeBody,
  outcomeErrors,
  type OutcomeValues,
  readDialled,
  readOutcome,
  withState,
} from './outcome-values.ts';
import { discardRefused, enqueue, isUnreachable, notifyRegistered } from '../queue/registration-queue.tsx';
import { dropInterview, readInterview } from '../survey/interview-draft.ts';
import { refusedAnswer, type WrongAnswer } from '../survey/refused-answer.ts';
import { ANSWER_UNFINISHED, QUEUED, REGISTER_FAILED, SURVEY_RELOADED } from '../texts.ts';

/** Not over react-hook-form: the save key may follow a state key before the next render, and there is no version. */
export function useOutcomeForm(callId: number, calendar: Calendar) {
  const [state, setState] = useState(() => ({ callId, values: readOutcome(callId), isTried: false }));
  // The page shows another contact now: its own draft, or an empty form.
  if (state.callId !== callId) setState({ callId, values: readOutcome(callId), isTried: false });
  // Saving reads this: a state chosen by a key counts even if the save key comes before the next render.
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
    /** A missing state is shown only after an attempt to save; errors of the date are shown as it is typed. */
    errors: state.isTried ? errors : { ...errors, stateId: undefined },
    callsFrom: closedAt(values.callbackAt, present, calendar),
    calendar,
    missing:
      Object.keys(errors).length === 0
        ? undefined
        : values.stateId === null
          ? 'Seleccionar un estado es requerido.'
          : 'Hay datos que corregir.',
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
  /** What the campaign asks, if anything. */
  surveyId: number | undefined;
  /** An answer that cannot be saved. */
  onWrongAnswer: (wrong: WrongAnswer) => void;
  /** Registered, or queued for lack of a connection. */
  onSaved: (thenNext: boolean) => void;
}

/** Registers the outcome; pressing again while the request runs does nothing. */
export function useSaveOutcome(options: SaveOutcomeOptions) {
  const { callKey, number, states, form, surveyId, onWrongAnswer, onSaved } = options;
  const register = useRegisterCall(callKey);
  const [refusal, setRefusal] = useState<{ callId: number; text: string }>();

  // Not that of the request, which is known a moment later: a key pressed in between would get lost.
  const [isSaving, setSaving] = useState(false);
  // A ref, because two presses may come before the next render.
  const isSending = useRef(false);
  const save = async (thenNext: boolean) => {
    if (isSending.current) return;
    const values = form.latest();
    const { stateId } = values;
    if (stateId === null || Object.keys(outcomeErrors(values, new Date(now()), form.calendar)).length > 0)
      return form.showErrors();
    const interview = readInterview(callKey.callId, surveyId);
    if (interview && interview.wrong !== null) {
      setRefusal({ callId: callKey.callId, text: ANSWER_UNFINISHED });
      return onWrongAnswer({ questionId: interview.wrong, message: undefined });
    }
    setRefusal(undefined);
    const stateName = states.find(({ id }) => id === stateId)?.name ?? '';
    const outcome = outcomeBody({ ...values, stateId }, readDialled(callKey.callId, now()));
    const body = { ...outcome, ...(interview?.body && { interview: interview.body }) };
    const key = attemptKey(callKey.callId, values, body);
    isSending.current = true;
    setSaving(true);
    try {
      await register.mutateAsync({ body, idempotencyKey: key });
      form.clear();
      dropDialled(callKey.callId);
      dropInterview(callKey.callId, body.interview);
      discardRefused(callKey.callId);
      notifyRegistered({ ...callKey, number, stateName });
      onSaved(thenNext);
    } catch (error) {
      if (!isUnreachable(error)) {
        setRefusal({ callId: callKey.callId, text: refusalText(error) });
        const wrong = refusedAnswer(error);
        if (wrong) onWrongAnswer(wrong);
        if (error instanceof ApiError && error.code === 'SURVEY_CHANGED') reloadSurvey();
        if (error instanceof ApiError && error.code === 'CALL_ERASED') form.clear();
        // The calling rules changed since the campaign was loaded.
        if (error instanceof ApiError && error.code === 'CALLBACK_OUTSIDE_HOURS') void invalidate('campaigns');
        return;
      }
      enqueue({ ...callKey, number, stateName, body, key });
      notify.warning(QUEUED);
      onSaved(thenNext);
    } finally {
      isSending.current = false;
      setSaving(false);
    }
  };
  return { save, isSaving, refusal: refusal?.callId === callKey.callId ? refusal.text : undefined };
}

const refusalText = (error: unknown) =>
  error instanceof ApiError && error.code === 'SURVEY_CHANGED' ? SURVEY_RELOADED : errorText(error, REGISTER_FAILED);
