import { Button, styled } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { KeyCap } from '../../components/key-cap.tsx';
import { ColorSquare } from '../../components/state-chip.tsx';
import { mix } from '../../theme/color.ts';
import type { OutcomeState } from './outcome-states.ts';
import type { OutcomeSearch } from './outcome-search.tsx';

const Rows = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  paddingBottom: 8,
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  '& > [role="group"]': {
    display: 'grid',
    gridTemplateColumns: '7rem minmax(0, 1fr)',
    gap: '0 6px',
    '& > span': {
      ...theme.typography.body2,
      lineHeight: '1.875rem',
      fontWeight: 550,
      color: theme.palette.text.secondary,
    },
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: '5px 6px' },
  },
}));

const Option = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: '1.875rem',
  padding: '0 8px',
  borderRadius: 7,
  border: `1px solid ${mix(theme.palette.line.strong, theme.palette.background.paper, 0.45)}`,
  background: theme.palette.background.paper,
  fontSize: '0.8125rem',
  lineHeight: '1rem',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '&:hover': { background: theme.palette.surface.subtle },
  '&[data-active]': { borderColor: theme.palette.line.strong },
  '&[aria-selected="true"]': {
    background: theme.palette.soft.primary.bg,
    borderColor: theme.palette.primary.main,
    color: theme.palette.soft.primary.text,
    fontWeight: 600,
  },
  '& > kbd': { flex: 'none', padding: '0 4px', lineHeight: '0.9375rem' },
  // As wide as when it is chosen (bold), so that choosing one does not move the others.
  '& > span[data-name]': { display: 'inline-grid' },
  '& > span[data-name]::after': {
    content: 'attr(data-name)',
    height: 0,
    overflow: 'hidden',
    visibility: 'hidden',
    fontWeight: 600,
  },
}));

/** The states as buttons with their keys, a group for each kind; names are never cut. */
export function OutcomeRows({ search }: { search: OutcomeSearch }) {
  const chosenId = search.chosen?.id;
  const list = useRef<HTMLDivElement>(null);
  // The fields of a chosen state leave less room for the list.
  useEffect(() => {
    if (chosenId !== undefined)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <Rows ref={list} role="listbox" id={search.listId} aria-label="Estados">
      {search.shown
        .filter(({ states }) => states.length > 0)
        .map(({ title, states }, column) => (
          <div key={title} role="group" aria-labelledby={`${search.listId}-group-${column}`}>
            <span id={`${search.listId}-group-${column}`}>{title}</span>
            <div>
              {states.map((state) => (
                <OutcomeOption key={state.id} state={state} search={search} />
              ))}
            </div>
          </div>
        ))}
      {search.isEmpty && 'No hay coincidencias.'}
    </Rows>
  );
}

function OutcomeOption({ state, search }: { state: OutcomeState; search: OutcomeSearch }) {
  const key = search.keys.get(state.id);
  return (
    // The focus stays in the search field, whose arrow keys move through the list.
    <Option
      role="option"
      id={search.optionId(state.id)}
      aria-selected={state.id === search.chosen?.id}
      data-active={search.activeId === state.id ? '' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => search.choose(state)}
    >
      <ColorSquare color={state.color} aria-hidden />
      <span data-name={state.name}>{state.name}</span>
      {key !== undefined && <KeyCap aria-hidden>{key}</KeyCap>}
    </Option>
  );
}

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

const AT_FIRST = [3, 3, 2];

export function OutcomeTiles({ search }: { search: OutcomeSearch }) {
  const [isOpen, setOpen] = useState(false);
  const all = search.shown.flatMap(({ states }) => states);
  const first = search.shown.flatMap(({ states }, column) => states.slice(0, AT_FIRST[column]));
  const showsAll = isOpen || search.typed.trim() !== '' || all.length <= 8;
  const chosen = all.find(({ id }) => id === search.chosen?.id);
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
            aria-selected={state.id === search.chosen?.id}
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
