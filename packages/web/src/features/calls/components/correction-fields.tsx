import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { ChoiceField } from '../../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../../components/fields/field.tsx';
import type { useCorrection } from '../hooks/use-correction.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { withState } from '../outcome-values.ts';
import { AffinityField } from './register/affinity-field.tsx';
import { CallbackField } from './register/callback-field.tsx';
import { ChoiceButtons } from './register/choice-buttons.tsx';

interface CorrectionFieldsProps {
  form: ReturnType<typeof useCorrection>;
  entry: HistoryEntry;
  states: readonly OutcomeState[];
}

/** The fields of a registration, filled with what was registered, and the reason. */
export function CorrectionFields({ form, entry, states }: CorrectionFieldsProps) {
  const { values, change, errors } = form;
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
      {chosen && chosen.substates.length > 0 && (
        <ChoiceButtons
          label="Subestado"
          options={chosen.substates}
          value={values.substateId}
          onChange={(substateId) => change({ substateId })}
        />
      )}
      {chosen?.callback && (
        <CallbackField
          value={values.callbackAt}
          error={errors.callbackAt}
          onChange={(callbackAt) => change({ callbackAt })}
        />
      )}
      {/* Side by side: here is the width for it, not the height. */}
      <Box sx={{ '& [data-stacked]': { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } }}>
        <AffinityField value={values.affinity} onChange={(affinity) => change({ affinity })} />
      </Box>
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
