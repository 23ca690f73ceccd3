import { Box, Checkbox, FormControlLabel, styled } from '@mui/material';
import type { ReactNode } from 'react';

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

/** The switches of a card's head in one line, with hairlines between their kinds. */
export const Controls = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>{children}</Box>
);
export const Hairline = styled('span')(({ theme }) => ({ width: 1, height: 20, background: theme.palette.divider }));
