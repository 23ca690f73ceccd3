import { Box, Switch } from '@mui/material';
import { Line } from '../layout.tsx';

/** Switches between the internal and the external call centre. */
export function SideSwitch({ external, onChange }: { external: boolean; onChange: (external: boolean) => void }) {
  const side = (name: string, isCurrent: boolean) => (
    <Box
      component="span"
      aria-hidden
      data-no-print={isCurrent ? undefined : ''}
      sx={isCurrent ? { fontWeight: 600 } : { color: 'text.secondary' }}
    >
      {name}
    </Box>
  );
  return (
    <Line component="label" gap={1.5} sx={{ minHeight: '2.25rem', color: 'text.primary' }}>
      {side('Interno', !external)}
      <Switch
        sx={{ '@media print': { display: 'none' } }}
        checked={external}
        onChange={(_event, checked) => onChange(checked)}
        slotProps={{ input: { 'aria-label': external ? 'Externo' : 'Interno' } }}
      />
      {side('Externo', external)}
    </Line>
  );
}
