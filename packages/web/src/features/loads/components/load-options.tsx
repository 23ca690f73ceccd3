import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { daysFault, type LoadChoice } from '../load-choice.ts';

interface LoadOptionsProps {
  choice: LoadChoice;
  onChange: (choice: LoadChoice) => void;
  disabled: boolean;
}

/** Whom not to load, whatever the source; both count as "omitidas" in the report (decisions 2, 7). */
export function LoadOptions({ choice, onChange, disabled }: LoadOptionsProps) {
  const id = useId();
  const fault = daysFault(choice);
  return (
    <Box component="fieldset" disabled={disabled} sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 }}>
      <FormLabel component="legend" sx={{ p: 0, mb: 1 }}>
        A quiénes no cargar
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <FormControlLabel
          sx={{ mr: 0 }}
          control={
            <Checkbox
              checked={choice.excludesCalled}
              disabled={disabled}
              onChange={(_event, excludesCalled) => onChange({ ...choice, excludesCalled })}
            />
          }
          label={<span id={`${id}-called`}>No cargar a quienes fueron llamados en los últimos</span>}
        />
        <OutlinedInput
          size="small"
          value={choice.days}
          disabled={disabled || !choice.excludesCalled}
          onChange={(event) => onChange({ ...choice, days: event.target.value })}
          error={fault !== undefined}
          inputProps={{
            inputMode: 'numeric',
            maxLength: 4,
            'aria-label': 'Días sin llamados',
            'aria-describedby': fault ? `${id}-fault` : undefined,
          }}
          sx={{ width: '5rem' }}
        />
        <span>días</span>
      </Box>
      {fault && (
        <FormHelperText id={`${id}-fault`} error sx={{ mt: 0, marginInlineStart: 8 }}>
          {fault}
        </FormHelperText>
      )}
      <FormControlLabel
        control={
          <Checkbox
            checked={choice.excludesActive}
            disabled={disabled}
            onChange={(_event, excludesActive) => onChange({ ...choice, excludesActive })}
          />
        }
        label="No cargar números que ya están en otra campaña activa"
      />
    </Box>
  );
}
