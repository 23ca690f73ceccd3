import { actionName } from '@campanero/contract/configuration/schemas';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import type { StateInput, StateValues } from '../state-values.ts';
import { ACTION_LABELS, actionMeaning } from '../texts.ts';

const Group = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 8 });
const Line = styled('label')({ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 8, cursor: 'pointer' });

interface ActionSwitchesProps {
  control: Control<StateInput, unknown, StateValues>;
  disabled: boolean;
}

/** The three actions of a state, each with what it means. */
export function ActionSwitches({ control, disabled }: ActionSwitchesProps) {
  const id = useId();
  return (
    <Group disabled={disabled}>
      <FormLabel component="legend" sx={{ mb: 2, p: 0 }}>
        Acciones
      </FormLabel>
      {actionName.options.map((action) => (
        <Controller
          key={action}
          control={control}
          name={action}
          render={({ field }) => (
            <Line>
              <Switch
                checked={field.value ?? false}
                disabled={disabled}
                onChange={(_event, isOn) => field.onChange(isOn)}
                onBlur={field.onBlur}
                slotProps={{ input: { 'aria-label': ACTION_LABELS[action], 'aria-describedby': `${id}-${action}` } }}
              />
              <span>
                <Box component="span" sx={{ display: 'block', lineHeight: '2rem', fontWeight: 550 }}>
                  {ACTION_LABELS[action]}
                </Box>
                <Box
                  component="span"
                  id={`${id}-${action}`}
                  sx={{ display: 'block', typography: 'caption', color: 'text.disabled' }}
                >
                  {actionMeaning(action, 'este estado')}
                </Box>
              </span>
            </Line>
          )}
        />
      ))}
    </Group>
  );
}
