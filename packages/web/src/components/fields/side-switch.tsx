import { styled, Switch } from '@mui/material';
import { Line } from '../layout.tsx';

const Name = styled('span')(({ theme }) => ({
  color: theme.palette.text.secondary,
  '&[data-current]': { fontWeight: 600, color: theme.palette.text.primary },
}));

/** Switches between the internal and the external call centre. */
export function SideSwitch({ external, onChange }: { external: boolean; onChange: (external: boolean) => void }) {
  return (
    <Line component="label" gap={1.5} sx={{ minHeight: '2.25rem' }}>
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
    </Line>
  );
}
