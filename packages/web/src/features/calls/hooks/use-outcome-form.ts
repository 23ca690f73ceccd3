import { useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '../../../lib/clock.ts';
import { dropOutcome, keepOutcome, readOutcome } from '../outcome-draft.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { isEmptyOutcome, NO_OUTCOME, outcomeErrors, type OutcomeValues, withState } from '../outcome-values.ts';

/** The outcome being written down for a call; every change is kept at once, so that nothing typed is ever lost (UX-05). */
export function useOutcomeForm(callId: number) {
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
  const errors = outcomeErrors(values, useNow());
  return {
    values,
    /** Shown once somebody tried to save; a date is judged as it is typed. */
    errors: state.isTried ? errors : { ...errors, stateId: undefined },
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
