import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import Switch from '@mui/material/Switch';
import type { ReactNode } from 'react';

const Name = styled('span')(({ theme }) => ({
  color: theme.palette.text.secondary,
  '&[data-current]': { fontWeight: 600, color: theme.palette.text.primary },
}));

/** Which call centre's people: both names are there, the current one is bold (design 6, Switch). */
export function SideSwitch({ external, onChange }: { external: boolean; onChange: (external: boolean) => void }) {
  return (
    <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: '2.25rem' }}>
      <Name aria-hidden data-current={external ? undefined : ''}>
        Interno
      </Name>
      <Switch
        checked={external}
        onChange={(_event, checked) => onChange(checked)}
        slotProps={{ input: { 'aria-label': external ? 'Externo' : 'Interno' } }}
      />
      <Name aria-hidden data-current={external ? '' : undefined}>
        Externo
      </Name>
    </Box>
  );
}

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
