import { QUESTION_MAX } from '@campanero/contract/calls/schemas';
import { Checkbox, FormControlLabel, OutlinedInput } from '@mui/material';
import { useId } from 'react';
import { FieldGroup } from './outcome-fields.tsx';
import type { OutcomeForm } from './outcome-form.ts';

/** "Necesita coordinador": its sentence goes with the registration (rule calls/questions). */
export function QuestionField({ form }: { form: Pick<OutcomeForm, 'values' | 'errors' | 'change'> }) {
  const id = useId();
  const { question } = form.values;
  const error = form.errors.question;
  return (
    <FieldGroup label="Coordinador" id={id} error={error}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={question !== null}
            onChange={(_event, isNeeded) => form.change({ question: isNeeded ? '' : null })}
            sx={{ p: 1.5 }}
          />
        }
        label="Necesita coordinador"
        sx={{ m: 0, '& .MuiFormControlLabel-label': { fontSize: '0.8125rem' } }}
      />
      {question !== null && (
        <OutlinedInput
          fullWidth
          autoFocus
          size="small"
          value={question}
          placeholder="Qué necesita que resuelva"
          error={error !== undefined}
          onChange={({ target }) => form.change({ question: target.value })}
          inputProps={{
            'aria-label': 'Qué necesita del coordinador',
            'aria-describedby': error ? `${id}-error` : undefined,
            maxLength: QUESTION_MAX,
          }}
          // The buttons below cover what is scrolled to the edge.
          sx={{ flex: '1 1 16rem', '& input': { scrollMarginBlock: '1rem' } }}
        />
      )}
    </FieldGroup>
  );
}
