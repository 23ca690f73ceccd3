import { Checkbox, FormControlLabel, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { Inline } from '../../components/layout.tsx';

interface ToggleProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export const Toggle = ({ label, checked, disabled = false, onChange }: ToggleProps) => (
  <FormControlLabel
    label={label}
    disabled={disabled}
    control={<Checkbox checked={checked} onChange={(_event, is) => onChange(is)} />}
    sx={{ marginInline: '-8px 0' }}
  />
);

export const Controls = ({ children }: { children: ReactNode }) => (
  <Inline gap={0} sx={{ columnGap: 3 }}>
    {children}
  </Inline>
);
export const Hairline = styled('span')(({ theme }) => ({ width: 1, height: 20, background: theme.palette.divider }));
