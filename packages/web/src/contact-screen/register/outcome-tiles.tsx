import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { ColorSquare } from '../../components/state-chip.tsx';
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

/** Three, three and two of the kinds: eight at first sight. */
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
