import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { KeyCap } from '../../../components/key-cap.tsx';
import { ColorSquare } from '../../../components/state-chip.tsx';
import { mix } from '../../../theme/color.ts';
import type { OutcomeState } from '../outcome-states.ts';
import type { OutcomeSearch } from './outcome-search.tsx';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 198fr) minmax(0, 188fr) minmax(0, 232fr)',
  gap: '0 4px',
  alignItems: 'start',
  minHeight: '15rem',
  '& [role="listbox"] > [role="group"]:first-of-type': { gridRow: '1 / 3' },
  '& [role="listbox"] > [role="group"] > span': {
    ...theme.typography.caption,
    display: 'block',
    paddingBottom: 5,
    paddingInlineStart: 2,
    fontWeight: 550,
    color: theme.palette.text.disabled,
  },
}));

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
  '& [role="option"]': {
    minHeight: '1.875rem',
    margin: 0,
    padding: '0 8px',
    gap: 6,
    background: theme.palette.background.paper,
    borderColor: mix(theme.palette.line.strong, theme.palette.background.paper, 0.45),
    whiteSpace: 'nowrap',
    '& > kbd': { order: 1, width: 'auto', padding: '0 4px', lineHeight: '0.9375rem' },
    '& > i': { display: 'none' },
    '&:hover': { background: theme.palette.surface.subtle },
    '&[data-active]': { borderColor: theme.palette.line.strong },
    '&[aria-selected="true"]': {
      background: theme.palette.soft.primary.bg,
      borderColor: theme.palette.primary.main,
    },
  },
}));

const Option = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 7,
  minHeight: '1.8125rem',
  marginBottom: 2,
  padding: '0 4px',
  borderRadius: 7,
  border: '1px solid transparent',
  fontSize: '0.8125rem',
  lineHeight: '1rem',
  cursor: 'pointer',
  '&:hover': { background: theme.palette.surface.subtle },
  '&[data-active]': { borderColor: theme.palette.line.strong },
  '&[aria-selected="true"]': {
    background: theme.palette.soft.primary.bg,
    borderColor: theme.palette.primary.main,
    color: theme.palette.soft.primary.text,
    fontWeight: 600,
  },
  '& > kbd, & > i': { flex: 'none', width: 20, padding: 0 },
}));

interface OutcomeListProps {
  search: OutcomeSearch;
  chosenId: number | null;
}

/** The states in their three columns, each key beside its state (design 9). */
export function OutcomeColumns({ search, chosenId, children }: OutcomeListProps & { children: ReactNode }) {
  return (
    <>
      <Columns>
        {/* Only the columns are the list; what stands under them is a field of its own. */}
        <div role="listbox" id={search.listId} aria-label="Estados" style={{ display: 'contents' }}>
          {search.shown.map(({ title, states }) => (
            <Group key={title} title={title}>
              {states.map((state) => (
                <OutcomeOption key={state.id} state={state} search={search} isChosen={state.id === chosenId} />
              ))}
            </Group>
          ))}
        </div>
        <div style={{ gridColumn: '2 / -1', gridRow: 2, minHeight: '3.5rem' }}>
          {search.isEmpty ? 'No hay coincidencias.' : children}
        </div>
      </Columns>
    </>
  );
}

/** The same as buttons in one row, or as many as they need, per kind: for a low window (design, Low windows). */
export function OutcomeRows({ search, chosenId }: OutcomeListProps) {
  const list = useRef<HTMLDivElement>(null);
  // With what a state asks for besides, there may be less room for the list than before.
  useEffect(() => {
    if (chosenId !== null) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <Rows ref={list} role="listbox" id={search.listId} aria-label="Estados">
      {search.shown
        .filter(({ states }) => states.length > 0)
        .map(({ title, states }) => (
          <Group key={title} title={title}>
            <div>
              {states.map((state) => (
                <OutcomeOption key={state.id} state={state} search={search} isChosen={state.id === chosenId} />
              ))}
            </div>
          </Group>
        ))}
      {search.isEmpty && 'No hay coincidencias.'}
    </Rows>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id}>{title}</span>
      {children}
    </div>
  );
}

interface OutcomeOptionProps {
  state: OutcomeState;
  search: OutcomeSearch;
  isChosen: boolean;
}

function OutcomeOption({ state, search, isChosen }: OutcomeOptionProps) {
  const key = search.keys.get(state.id);
  return (
    // The keyboard stays in the field and walks the list from there.
    <Option
      role="option"
      id={search.optionId(state.id)}
      aria-selected={isChosen}
      data-active={search.activeId === state.id ? '' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => search.choose(state)}
    >
      {key === undefined ? <i /> : <KeyCap aria-hidden>{key}</KeyCap>}
      <ColorSquare color={state.color} aria-hidden />
      <span>{state.name}</span>
    </Option>
  );
}
