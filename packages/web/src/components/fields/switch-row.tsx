import { FormLabel, Switch } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Line, Muted } from '../layout.tsx';

interface SwitchRowProps {
  label: string;
  hint: ReactNode;
  value: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
}

export function SwitchRow({ label, hint, value, onChange, onBlur }: SwitchRowProps) {
  const id = useId();
  return (
    <Line gap={3} sx={{ alignItems: 'start', pt: 1 }}>
      <Switch
        id={id}
        checked={value}
        onChange={(_event, isOn) => onChange(isOn)}
        onBlur={onBlur}
        slotProps={{ input: { 'aria-describedby': `${id}-hint` } }}
        sx={{ m: 0, flex: 'none' }}
      />
      <div>
        <FormLabel htmlFor={id}>{label}</FormLabel>
        <Muted id={`${id}-hint`} sx={{ mt: 0.5, maxWidth: '80ch' }}>
          {hint}
        </Muted>
      </div>
    </Line>
  );
}
