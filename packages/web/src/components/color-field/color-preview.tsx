import { styled, ThemeProvider } from '@mui/material/styles';
import { themeOf } from '../../theme/create-theme.ts';
import { StateChip } from '../state-chip.tsx';

const Ground = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  height: '2.5rem',
  padding: '0 10px',
  borderRadius: theme.radius.control,
  border: `1px solid ${theme.palette.divider}`,
  background: theme.palette.background.paper,
}));

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, minWidth: 0 });

/** The chip as everybody will see it, by day and by night: whoever chooses sees only one of them. */
export function ColorPreview({ name, color }: { name: string; color: string }) {
  return (
    <Row role="img" aria-label="Vista previa del estado, en claro y en oscuro">
      {(['campanero', 'campanero-noche'] as const).map((scheme) => (
        <ThemeProvider key={scheme} theme={themeOf(scheme)}>
          <Ground>
            <StateChip name={name} color={color} />
          </Ground>
        </ThemeProvider>
      ))}
    </Row>
  );
}
