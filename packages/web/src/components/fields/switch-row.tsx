import { Box, Switch } from '@mui/material';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';

interface SwitchRowProps {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
}

/** A switch with what it means beside it. */
export const SwitchRow = ({ label, hint, checked, onChange, onBlur }: SwitchRowProps) => (
  <Field label={label}>
    {({ id }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: '2.5rem' }}>
        <Switch
          id={id}
          checked={checked}
          onChange={(_event, isOn) => onChange(isOn)}
          onBlur={onBlur}
          slotProps={{ input: { 'aria-describedby': `${id}-hint` } }}
          sx={{ marginInlineStart: 0, flex: 'none' }}
        />
        <Box id={`${id}-hint`} sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '80ch' }}>
          {hint}
        </Box>
      </Box>
    )}
  </Field>
);
