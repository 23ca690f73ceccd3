import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  OutlinedInput,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/form/save-bar.tsx';
import { useShortcutPause } from '../../lib/shortcuts.ts';
import type { OutcomeState } from '../register/outcome-states.ts';
import { withState } from '../register/outcome-values.ts';
import { OutcomeFields } from '../register/outcome-fields.tsx';
import { type ChosenOutcome, useCorrection } from './use-correction.ts';

interface CorrectionDialogProps {
  campaignId: number;
  callId: number;
  entry: HistoryEntry;
  states: readonly OutcomeState[];
  calendar: Calendar;
  onClose: () => void;
}

/** For managers: registers another outcome in place of a wrong one, with a reason. The original entry stays visible. */
export function CorrectionDialog({ campaignId, callId, entry, states, calendar, onClose }: CorrectionDialogProps) {
  const id = useId();
  const form = useCorrection({ campaignId, callId, entry, states, calendar, onDone: onClose });
  useShortcutPause();
  return (
    <Dialog
      open
      onClose={(_event, reason) => {
        // Not while saving, whose result is shown here; and a click beside the dialog must not discard what was typed.
        if (!form.isSaving && !(reason === 'backdropClick' && form.isDirty)) onClose();
      }}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-context`}
      slotProps={{ paper: { sx: { width: 640, maxWidth: 640 } } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={`${id}-title`}>Corregir resultado</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Typography id={`${id}-context`} variant="body2" color="textSecondary">
            <b>{form.entry.state.name}</b> · <bdi>{formatDateTime(form.entry.createdAt)}</bdi> · {form.entry.user.name}.
            El registro original queda a la vista y se avisa a quien lo hizo.
          </Typography>
          <CorrectionFields form={form} states={states} />
          <ConflictChoices
            conflicts={form.conflicts}
            labels={LABELS}
            inWords={(field, value) => inWords(field, value, states, form.history)}
            onChoose={form.choose}
          />
          <FormNote>{form.refusal}</FormNote>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            Cancelar
          </Button>
          <SubmitButton
            ready={form.missing === undefined}
            reason={form.missing ?? ''}
            pending={form.isSaving}
            pendingText="Guardando…"
            onRefused={form.refuse}
          >
            Corregir
          </SubmitButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

const LABELS: Record<string, string> = {
  entryId: 'Lo registró',
  outcome: 'Resultado',
  affinity: 'Afinidad',
  observations: 'Observaciones',
  personId: 'Habló con',
};

/** A value of the draft as the choice between two versions shows it. */
function inWords(field: string, value: unknown, states: readonly OutcomeState[], history: readonly HistoryEntry[]) {
  if (field === 'entryId') return history.find(({ id }) => id === value)?.user.name ?? '';
  if (field === 'personId') return history.find(({ personId }) => personId === value)?.person?.name ?? '';
  if (field !== 'outcome') return typeof value === 'string' ? value : '';
  const { stateId, substateId, callbackAt } = value as ChosenOutcome;
  const state = history.find((entry) => entry.stateId === stateId)?.state ?? states.find(({ id }) => id === stateId);
  const substate = states.flatMap(({ substates }) => substates).find(({ id }) => id === substateId);
  return [state?.name, substate?.name, callbackAt && formatDateTime(callbackAt)].filter(Boolean).join(' · ');
}

interface CorrectionFieldsProps {
  form: ReturnType<typeof useCorrection>;
  states: readonly OutcomeState[];
}

/** The fields of a registration with the registered values, and the reason. */
function CorrectionFields({ form, states }: CorrectionFieldsProps) {
  const { values, change, errors, entry } = form;
  const chosen = states.find(({ id }) => id === values.stateId);
  const chooseState = (id: number | null) => {
    const state = states.find((option) => option.id === id);
    if (state) change(withState(values, state));
  };
  return (
    <>
      <ChoiceField
        label="Estado"
        options={states}
        value={values.stateId}
        valueName={entry.state.name}
        onChange={chooseState}
        error={errors.stateId}
      />
      <OutcomeFields form={form} chosen={chosen} />
      <Field label="Observaciones" optional error={errors.observations}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            multiline
            fullWidth
            minRows={2}
            maxRows={6}
            value={values.observations}
            onChange={({ target }) => change({ observations: target.value })}
          />
        )}
      </Field>
      <Field label="Motivo de la corrección" error={errors.reason}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            multiline
            fullWidth
            minRows={2}
            maxRows={4}
            value={values.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        )}
      </Field>
    </>
  );
}
