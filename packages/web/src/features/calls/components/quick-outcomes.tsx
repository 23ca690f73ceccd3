import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { ColorSquare, usableColor } from '../../../components/state-chip.tsx';
import { mix } from '../../../theme/color.ts';
import type { OutcomeState } from '../outcome-states.ts';

const Quick = styled(ButtonBase, { shouldForwardProp: (name) => name !== 'color' })<{ color: string }>(
  ({ theme, color }) => ({
    height: '2.25rem',
    gap: 7,
    padding: '0 10px',
    borderRadius: theme.radius.control,
    background: mix(usableColor(color), theme.palette.background.paper, 0.11),
    border: `1px solid ${mix(usableColor(color), theme.palette.background.paper, 0.45)}`,
    color: theme.palette.text.primary,
    fontSize: '0.8125rem',
    fontWeight: 550,
    whiteSpace: 'nowrap',
    '&[aria-disabled="true"]': { opacity: 0.6, cursor: 'default' },
  }),
);

interface QuickOutcomesProps {
  states: readonly OutcomeState[];
  /** Why none can be chosen. */
  reason: string | undefined;
  onChoose: (state: OutcomeState) => void;
  onMore: () => void;
}

/** The campaign's usual outcomes, one click from the registration with that state chosen (design 9, Resultado). */
export function QuickOutcomes({ states, reason, onChoose, onMore }: QuickOutcomesProps) {
  const isDisabled = reason !== undefined;
  return (
    <Paper
      component="section"
      aria-label="Resultado"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, py: 2.5, px: 3 }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, mx: 1 }}>
        Resultado
      </Typography>
      {states.map((state) => (
        <Quick
          key={state.id}
          color={state.color}
          aria-disabled={isDisabled}
          title={reason}
          onClick={() => !isDisabled && onChoose(state)}
        >
          <ColorSquare color={state.color} aria-hidden />
          {state.name}
        </Quick>
      ))}
      <Button
        variant="text"
        size="small"
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onMore()}
        sx={{ marginInlineStart: 'auto', flex: 'none' }}
      >
        Más…
      </Button>
    </Paper>
  );
}
