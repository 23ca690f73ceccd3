import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { Muted } from '../../components/layout.tsx';
import { fetchFresh } from '../../lib/changes.ts';
import { now } from '../../lib/clock.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { useShortcutPause } from '../../lib/shortcuts.ts';
import { type CallKey, historyQuery, useCorrectOutcome } from '../api.ts';
import { OutcomeFields } from '../register/outcome-fields.tsx';
import type { OutcomeState } from '../register/outcome-states.ts';
import { closedAt, withState } from '../register/outcome-values.ts';
import { CORRECTED, CORRECTION_FAILED, CORRECTION_UNCHANGED, CORRECTION_UNFINISHED } from '../texts.ts';
import {
  bodyOf,
  chainOf,
  correctionDraft,
  type CorrectionDraft,
  correctionErrors,
  type CorrectionErrors,
  type CorrectionValues,
  correctionValuesOf,
  grouped,
  isOtherOutcome,
  newestOf,
  OUTCOME,
  ungrouped,
} from './correction-values.ts';

interface CorrectionDialogProps extends CallKey {
  entry: HistoryEntry;
  states: readonly OutcomeState[];
  calendar: Calendar;
  onClose: () => void;
}

/** For managers: registers another outcome in place of a wrong one, with a reason. The original entry stays visible. */
export function CorrectionDialog({ entry: opened, states, calendar, onClose, ...key }: CorrectionDialogProps) {
  const contextId = useId();
  const { form, status, entry, history, values, missing, ...fields } = useCorrection({
    opened,
    states,
    calendar,
    key,
    onSaved: onClose,
  });
  useShortcutPause();
  const chooseState = (id: number | null) => {
    const state = states.find((option) => option.id === id);
    if (state) fields.change(withState(values, state));
  };
  return (
    <RecordDialog
      title="Corregir resultado"
      width={640}
      aria-describedby={contextId}
      status={{ ...status, isReady: status.isReady && missing === undefined }}
      action="Corregir"
      unchanged={missing}
      invalid={missing}
      labels={LABELS}
      inWords={(field, value) => inWords(field, value, states, history)}
      // A click beside the dialog must not discard what was typed.
      onClose={(_event?: unknown, reason?: string) => {
        if (!(reason === 'backdropClick' && status.isDirty)) onClose();
      }}
    >
      <Muted id={contextId}>
        <b>{entry.state.name}</b> · <bdi>{formatDateTime(entry.createdAt)}</bdi> · {entry.user.name}. El registro
        original queda a la vista y se avisa a quien lo hizo.
      </Muted>
      <ChoiceField
        label="Estado"
        options={states}
        value={values.stateId}
        valueName={entry.state.name}
        onChange={chooseState}
        error={fields.errors.stateId}
      />
      <OutcomeFields form={{ values, ...fields }} chosen={states.find(({ id }) => id === values.stateId)} />
      <TextInput form={form} name="observations" label="Observaciones" optional multiline minRows={2} maxRows={6} />
      <TextInput form={form} name="reason" label="Motivo de la corrección" multiline minRows={2} maxRows={4} />
    </RecordDialog>
  );
}

interface CorrectionOptions extends Pick<CorrectionDialogProps, 'states' | 'calendar'> {
  key: CallKey;
  opened: HistoryEntry;
  onSaved: () => void;
}

/** If somebody else corrected the outcome meanwhile, their correction is the one that is corrected. */
function useCorrection({ key, opened, states, calendar, onSaved }: CorrectionOptions) {
  const [openedAt] = useState(() => new Date(now()));
  const history = useQuery({ ...historyQuery(key), enabled: false }).data ?? [];
  const entry = newestOf(history, opened);
  // All corrections of one outcome share the draft named after the first entry.
  const [firstId] = useState(() => chainOf(history, opened).at(-1)!.id);
  const correct = useCorrectOutcome(key.callId);
  const faultsOf = (values: CorrectionValues, before: CorrectionValues) =>
    // An unchanged date was confirmed when it was set.
    correctionErrors(values, openedAt, values.callbackAt === before.callbackAt ? undefined : calendar);
  const { form, draft, status } = useRecordForm({
    name: `correction:${key.callId}:${firstId}`,
    schema: correctionDraft,
    rules: (base) =>
      correctionDraft.superRefine((typed, context) => {
        for (const [field, message] of Object.entries(faultsOf(ungrouped(typed), ungrouped(base))))
          context.addIssue({ code: 'custom', path: field in OUTCOME ? ['outcome', field] : [field], message });
      }),
    mode: 'onSubmit',
    record: entry,
    valuesOf: (record = entry) => ({ entryId: record.id, ...grouped(correctionValuesOf(record, openedAt)) }),
    reload: async () => newestOf(await fetchFresh(historyQuery(key)), opened),
    send: ({ values: sent, base, version }) => {
      const [{ stateId, ...outcome }, was] = [ungrouped(sent), ungrouped(base)];
      const state = states.find(({ id }) => id === stateId);
      return correct.mutateAsync({
        params: { id: key.campaignId, callId: key.callId, entryId: base.entryId },
        body: { ...bodyOf({ ...outcome, stateId: stateId! }, was, state), version },
      });
    },
    failed: CORRECTION_FAILED,
    done: CORRECTED,
    onSaved,
  });
  const [values, before] = [ungrouped(draft.values), ungrouped(draft.base)];
  const faults = faultsOf(values, before);
  const { isSubmitted } = form.formState;
  const none: CorrectionErrors = {};
  return {
    form,
    status,
    entry,
    history,
    values,
    /** What OutcomeFields changes is more than one field of this form. */
    change: (parts: Partial<CorrectionValues>) => {
      const { outcome, affinity } = grouped({ ...values, ...parts });
      form.setValue('outcome', outcome, { shouldValidate: true });
      form.setValue('affinity', affinity, { shouldValidate: true });
    },
    // Shown after the first attempt to save.
    errors: isSubmitted ? faults : none,
    callsFrom: values.callbackAt === before.callbackAt ? undefined : closedAt(values.callbackAt, openedAt, calendar),
    missing: isOtherOutcome(values, before)
      ? (faults.reason ?? (Object.keys(faults).length > 0 ? CORRECTION_UNFINISHED : undefined))
      : CORRECTION_UNCHANGED,
  };
}

const LABELS: Record<string, string> = {
  entryId: 'Lo registró',
  outcome: 'Resultado',
  affinity: 'Afinidad',
  observations: 'Observaciones',
  personId: 'Habló con',
};

function inWords(field: string, value: unknown, states: readonly OutcomeState[], history: readonly HistoryEntry[]) {
  if (field === 'entryId') return history.find(({ id }) => id === value)?.user.name ?? '';
  if (field === 'personId') return history.find(({ personId }) => personId === value)?.person?.name ?? '';
  if (field !== 'outcome') return typeof value === 'string' ? value : '';
  const { stateId, substateId, callbackAt } = value as CorrectionDraft['outcome'];
  const state = history.find((entry) => entry.stateId === stateId)?.state ?? states.find(({ id }) => id === stateId);
  const substate = states.flatMap(({ substates }) => substates).find(({ id }) => id === substateId);
  return [state?.name, substate?.name, callbackAt && formatDateTime(callbackAt)].filter(Boolean).join(' · ');
}
