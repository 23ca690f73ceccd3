import { Switch } from '@mui/material';
import type { ReactNode } from 'react';
import { Line, Muted } from '../layout.tsx';
import { Field } from './field.tsx';

interface SwitchRowProps {
  label: string;
  hint: ReactNode;
  value: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
}

export const SwitchRow = ({ label, hint, value, onChange, onBlur }: SwitchRowProps) => (
  <Field label={label}>
    {({ id }) => (
      <Line sx={{ minHeight: '2.5rem' }}>
        <Switch
          id={id}
          checked={value}
          onChange={(_event, isOn) => onChange(isOn)}
          onBlur={onBlur}
          slotProps={{ input: { 'aria-describedby': `${id}-hint` } }}
          sx={{ marginInlineStart: 0, flex: 'none' }}
        />
        <Muted id={`${id}-hint`} sx={{ maxWidth: '80ch' }}>
          {hint}
        </Muted>
      </Line>
    )}
  </Field>
);
