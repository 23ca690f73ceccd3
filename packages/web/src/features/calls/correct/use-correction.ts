import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { correctionBody, type CorrectionBody, type HistoryEntry } from '@campanero/contract/calls/schemas';
import { useState } from 'react';
import { z } from 'zod';
import { now } from '../../../lib/clock.ts';
import { useDraft } from '../../../lib/draft.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { type CallKey, useCorrectOutcome } from '../api.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { closedAt, outcomeBody, outcomeErrors, type OutcomeErrors, outcomeValues } from '../outcome-values.ts';
import { CORRECTED, CORRECTION_FAILED, CORRECTION_UNCHANGED, CORRECTION_UNFINISHED } from '../texts.ts';

interface CorrectionOptions extends CallKey {
  entry: HistoryEntry;
  states: readonly OutcomeState[];
  calendar: Calendar;
  onDone: () => void;
}

/** The form of a correction: kept while the session is lost, sent once, closed only on the server's word. */
export function useCorrection({ entry, states, calendar, onDone, ...key }: CorrectionOptions) {
  const [openedAt] = useState(() => new Date(now()));
  const before = valuesOf(entry, openedAt);
  const [draft, setDraft] = useDraft(`correction:${key.callId}:${entry.id}`, correctionValues);
  const values = draft ?? before;
  // Nothing is called wrong before somebody tried to save it.
  const [wasRefused, setRefused] = useState(false);
  const correct = useCorrectOutcome({ ...key, entryId: entry.id });
  const isNewDate = values.callbackAt !== before.callbackAt;
  // The date that stands there was confirmed when it was set.
  const faults = correctionErrors(values, openedAt, isNewDate ? calendar : undefined);
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
    callsFrom: isNewDate ? closedAt(values.callbackAt, openedAt, calendar) : undefined,
    missing,
    isDirty: draft !== undefined,
    save,
    refuse: () => setRefused(true),
    isSaving: correct.isPending,
    refusal: correct.error ? errorText(correct.error, CORRECTION_FAILED) : undefined,
  };
}

/** The outcome as it should have been, and why. */
const correctionValues = outcomeValues.extend({ reason: z.string() });
type CorrectionValues = z.infer<typeof correctionValues>;
type CorrectionErrors = OutcomeErrors & { reason?: string };

/** As it was registered. A date that has passed cannot be promised again: left empty, the server keeps it. */
export const valuesOf = (entry: HistoryEntry, now: Date): CorrectionValues => ({
  stateId: entry.stateId,
  substateId: entry.substateId,
  affinity: entry.affinity,
  observations: entry.observations ?? '',
  callbackAt: entry.callbackAt && Date.parse(entry.callbackAt) > now.getTime() ? entry.callbackAt : '',
  callbackConfirmed: false,
  personId: entry.personId,
  reason: '',
});

export function correctionErrors(values: CorrectionValues, now: Date, calendar?: Calendar): CorrectionErrors {
  const reason = correctionBody.shape.reason.safeParse(values.reason).error?.issues[0]?.message;
  return { ...outcomeErrors(values, now, calendar), ...(reason !== undefined && { reason }) };
}

const outcomeOf = ({ reason: _reason, ...outcome }: CorrectionValues) => JSON.stringify(outcome);
/** A reason alone corrects nothing. */
export const isOtherOutcome = (values: CorrectionValues, before: CorrectionValues) =>
  outcomeOf(values) !== outcomeOf(before);

/** A date that stood there and was taken away is said to be none; the rest as in a registration. */
export function bodyOf(
  values: CorrectionValues & { stateId: number },
  before: CorrectionValues,
  state: OutcomeState | undefined,
): CorrectionBody {
  const isDateDropped = before.callbackAt !== '' && values.callbackAt === '' && state?.callback === true;
  return {
    ...outcomeBody(values),
    ...(isDateDropped && { callbackAt: null }),
    reason: values.reason.trim(),
  };
}
