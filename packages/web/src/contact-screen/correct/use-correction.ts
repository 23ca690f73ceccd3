import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { correctionBody, type CorrectionBody, type HistoryEntry } from '@campanero/contract/calls/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { CHOOSE_FIRST } from '../../components/form/conflict-choices.tsx';
import { now } from '../../lib/clock.ts';
import { forgetErased } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { type Sent, useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { type CallKey, historyQuery, useCorrectOutcome } from '../api.ts';
import type { OutcomeState } from '../register/outcome-states.ts';
import { closedAt, outcomeBody, outcomeErrors, type OutcomeErrors, outcomeValues } from '../register/outcome-values.ts';
import { CORRECTED, CORRECTION_FAILED, CORRECTION_UNCHANGED, CORRECTION_UNFINISHED } from '../texts.ts';

interface CorrectionOptions extends CallKey {
  entry: HistoryEntry;
  states: readonly OutcomeState[];
  calendar: Calendar;
  onDone: () => void;
}

/**
 * The form of a correction, stored as a draft while it is open. If somebody else corrected the outcome meanwhile, their correction
 * is the one that is corrected.
 */
export function useCorrection({ entry: opened, states, calendar, onDone, ...key }: CorrectionOptions) {
  const queryClient = useQueryClient();
  const [openedAt] = useState(() => new Date(now()));
  const history = useQuery({ ...historyQuery(key), enabled: false }).data ?? [];
  const entry = newestOf(history, opened);
  // All corrections of one outcome share the draft named after the first entry.
  const [firstId] = useState(() => chainOf(history, opened).at(-1)!.id);
  const draft = useRecordDraft({
    name: `correction:${key.callId}:${firstId}`,
    schema: draftValues,
    record: entry,
    valuesOf: (record) => ({ entryId: record.id, ...grouped(correctionValuesOf(record, openedAt)) }),
    reload: async () => newestOf(await queryClient.fetchQuery({ ...historyQuery(key), staleTime: 0 }), opened),
  });
  const [values, before] = [ungrouped(draft.values), ungrouped(draft.base)];
  // Errors are shown after the first attempt to save.
  const [wasRefused, setRefused] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const correct = useCorrectOutcome(key);
  const isNewDate = values.callbackAt !== before.callbackAt;
  // An unchanged date was confirmed when it was set.
  const faults = correctionErrors(values, openedAt, isNewDate ? calendar : undefined);
  const missing = draft.isUndecided
    ? CHOOSE_FIRST
    : !isOtherOutcome(values, before)
      ? CORRECTION_UNCHANGED
      : (faults.reason ?? (Object.keys(faults).length > 0 ? CORRECTION_UNFINISHED : undefined));

  const send = ({ values: sent, base, version }: Sent<DraftValues>) => {
    const [{ stateId, ...outcome }, was] = [ungrouped(sent), ungrouped(base)];
    const state = states.find(({ id }) => id === stateId);
    const body = { ...bodyOf({ ...outcome, stateId: stateId! }, was, state), version };
    return correct.mutateAsync({ entryId: base.entryId, body });
  };
  const save = async () => {
    if (isSaving) return;
    if (missing !== undefined) return setRefused(true);
    setFailure(undefined);
    setSaving(true);
    try {
      if (!(await draft.save(send))) return;
      notify.success(CORRECTED);
      onDone();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.code === 'CALL_ERASED')
        forgetErased({ callIds: [key.callId], personIds: [] });
    } finally {
      setSaving(false);
    }
  };
  const none: CorrectionErrors = {};
  return {
    entry,
    history,
    values,
    change: (parts: Partial<CorrectionValues>) => draft.change(grouped({ ...values, ...parts })),
    errors: wasRefused ? faults : none,
    conflicts: draft.conflicts,
    choose: draft.choose,
    callsFrom: isNewDate ? closedAt(values.callbackAt, openedAt, calendar) : undefined,
    missing,
    isDirty: draft.isKept,
    save: () => void save(),
    refuse: () => setRefused(true),
    isSaving,
    refusal: failure ? errorText(failure, CORRECTION_FAILED) : undefined,
  };
}

/** An entry and those that it corrects, back to the first. */
function chainOf(history: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const before = history.find(({ id }) => id === entry.correctsId);
  return before ? [entry, ...chainOf(history, before)] : [entry];
}

/** The last correction of an entry, or the entry itself if there is none. */
export const newestOf = (history: readonly HistoryEntry[], opened: HistoryEntry): HistoryEntry =>
  history.find((entry) => !entry.corrected && chainOf(history, entry).some(({ id }) => id === opened.id)) ?? opened;

const correctionValues = outcomeValues.extend({ reason: z.string() });
type CorrectionValues = z.infer<typeof correctionValues>;
type CorrectionErrors = OutcomeErrors & { reason?: string };

/** These depend on the state, so they are one field: of two conflicting corrections, one outcome is chosen as a whole. */
const OUTCOME = { stateId: true, substateId: true, callbackAt: true, callbackConfirmed: true } as const;
const draftValues = z.object({
  entryId: z.number(),
  outcome: correctionValues.pick(OUTCOME),
  ...correctionValues.omit(OUTCOME).shape,
});
type DraftValues = z.infer<typeof draftValues>;
export type ChosenOutcome = DraftValues['outcome'];
const grouped = ({ stateId, substateId, callbackAt, callbackConfirmed, ...others }: CorrectionValues) => ({
  outcome: { stateId, substateId, callbackAt, callbackConfirmed },
  ...others,
});
const ungrouped = ({ outcome, entryId: _entryId, ...others }: DraftValues): CorrectionValues => ({
  ...others,
  ...outcome,
});

/** The registered values. A date in the past would be refused; left empty, the server keeps it. */
export const correctionValuesOf = (entry: HistoryEntry, now: Date): CorrectionValues => ({
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
/** Whether anything but the reason was changed. */
export const isOtherOutcome = (values: CorrectionValues, before: CorrectionValues) =>
  outcomeOf(values) !== outcomeOf(before);

/** As in a registration, except that a removed date is sent as null. */
export function bodyOf(
  values: CorrectionValues & { stateId: number },
  before: CorrectionValues,
  state: OutcomeState | undefined,
): CorrectionBody {
  const isDateDropped = before.callbackAt !== '' && values.callbackAt === '' && state?.callback === true;
  return { ...outcomeBody(values), ...(isDateDropped && { callbackAt: null }), reason: values.reason.trim() };
}
