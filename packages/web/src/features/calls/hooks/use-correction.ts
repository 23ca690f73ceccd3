import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useDraft } from '../../../lib/draft.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import type { CallKey } from '../api/call-history.ts';
import { useCorrectOutcome } from '../api/correct-outcome.ts';
import {
  bodyOf,
  correctionErrors,
  type CorrectionErrors,
  correctionValues,
  type CorrectionValues,
  isOtherOutcome,
  valuesOf,
} from '../correction-values.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { CORRECTED, CORRECTION_FAILED, CORRECTION_UNCHANGED, CORRECTION_UNFINISHED } from '../texts.ts';

interface CorrectionOptions extends CallKey {
  entry: HistoryEntry;
  states: readonly OutcomeState[];
  onDone: () => void;
}

/** The form of a correction: kept while the session is lost, sent once, closed only on the server's word (UX-05, UX-07). */
export function useCorrection({ entry, states, onDone, ...key }: CorrectionOptions) {
  const [openedAt] = useState(() => new Date(now()));
  const before = valuesOf(entry, openedAt);
  const [draft, setDraft] = useDraft(`correction:${entry.id}`, correctionValues);
  const values = draft ?? before;
  // Nothing is called wrong before somebody tried to save it.
  const [wasRefused, setRefused] = useState(false);
  const correct = useCorrectOutcome({ ...key, entryId: entry.id });
  const faults = correctionErrors(values, openedAt);
  const isChanged = isOtherOutcome(values, before);
  const missing = !isChanged
    ? CORRECTION_UNCHANGED
    : (faults.reason ?? (Object.keys(faults).length > 0 ? CORRECTION_UNFINISHED : undefined));

  const save = () => {
    const { stateId } = values;
    if (correct.isPending) return;
    if (missing !== undefined || stateId === null) return setRefused(true);
    const state = states.find(({ id }) => id === stateId);
    correct.mutate(bodyOf({ ...values, stateId }, before, state), {
      onSuccess: () => {
        notify.success(CORRECTED);
        onDone();
      },
    });
  };
  const none: CorrectionErrors = {};
  return {
    values,
    change: (parts: Partial<CorrectionValues>) => setDraft({ ...values, ...parts }),
    errors: wasRefused ? faults : none,
    missing,
    isDirty: draft !== undefined,
    save,
    refuse: () => setRefused(true),
    isSaving: correct.isPending,
    refusal: correct.error ? errorText(correct.error, CORRECTION_FAILED) : undefined,
  };
}
