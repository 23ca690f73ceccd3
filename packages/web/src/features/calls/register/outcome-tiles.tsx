import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { ColorSquare, usableColor } from '../../../components/state-chip.tsx';
import { mix } from '../../../theme/color.ts';
import type { OutcomeState } from '../outcome-states.ts';
import type { OutcomeSearch } from './outcome-search.tsx';

const Tiles = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 8,
  '& > [role="option"]': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: '2.75rem',
    padding: '4px 10px',
    borderRadius: theme.radius.control,
    border: `1px solid ${theme.palette.line.soft}`,
    fontSize: '0.84375rem',
    lineHeight: '1.125rem',
    cursor: 'pointer',
  },
  '& > [aria-selected="true"]': {
    background: theme.palette.soft.primary.bg,
    borderColor: theme.palette.primary.main,
    color: theme.palette.soft.primary.text,
    fontWeight: 600,
  },
}));

/** Three, three and two of the columns: eight at first sight (design 9, Phone). */
const AT_FIRST = [3, 3, 2];

/** The states as tiles for the thumb. */
export function OutcomeTiles({ search, chosenId }: { search: OutcomeSearch; chosenId: number | null }) {
  const [isOpen, setOpen] = useState(false);
  const all = search.shown.flatMap(({ states }) => states);
  const first = search.shown.flatMap(({ states }, column) => states.slice(0, AT_FIRST[column]));
  const showsAll = isOpen || search.typed.trim() !== '' || all.length <= 8;
  const chosen = all.find(({ id }) => id === chosenId);
  const shown = showsAll ? all : [...first, ...(chosen && !first.includes(chosen) ? [chosen] : [])];
  return (
    <>
      <Tiles role="listbox" id={search.listId} aria-label="Estados">
        {shown.map((state) => (
          <div
            key={state.id}
            role="option"
            tabIndex={-1}
            id={search.optionId(state.id)}
            aria-selected={state.id === chosenId}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.choose(state)}
            onKeyDown={(event) => event.key === 'Enter' && search.choose(state)}
          >
            <ColorSquare color={state.color} aria-hidden />
            {state.name}
          </div>
        ))}
      </Tiles>
      {search.isEmpty && 'No hay coincidencias.'}
      {!showsAll && (
        <Button variant="text" onClick={() => setOpen(true)} sx={{ mt: 1, marginInlineStart: -2.5 }}>
          Ver los {all.length} estados
        </Button>
      )}
    </>
  );
}

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
