import { Button, InputAdornment, OutlinedInput, styled } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { IconSearch } from '../../components/icons.ts';
import { KeyCap } from '../../components/key-cap.tsx';
import { Halves } from '../../components/layout.tsx';
import { ColorSquare } from '../../components/state-chip.tsx';
import { bestMatches } from '../../lib/text/best-match.ts';
import { chosenLook } from '../../theme/components/controls.ts';
import { mix } from '../../theme/color.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import type { ContactWork } from '../use-contact-work.ts';
import { matching, numberKeys, outcomeColumns, type OutcomeState } from './outcome-states.ts';
import { flexColumn, flexRow } from '../../theme/mixins.ts';

const Rows = styled('div')(({ theme }) => ({
  ...flexColumn(6),
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
  ...flexRow(6),
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
  '&[data-active]': {
    borderColor: theme.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}`,
  },
  '&[aria-selected="true"]': chosenLook(theme),
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
    <>
      {/* Not a stop for Tab where it scrolls: the arrow keys of the search field move through it. */}
      <Rows ref={list} role="listbox" id={search.listId} aria-label="Estados" tabIndex={-1}>
        {search.shown
          .filter(({ states }) => states.length > 0)
          .map(({ title, states }, column) => (
            <div key={title} role="group" aria-labelledby={`${search.listId}-group-${column}`}>
              <span id={`${search.listId}-group-${column}`}>{title}</span>
              <div>
                {states.map((state) => (
                  <Option key={state.id} {...search.optionOf(state)}>
                    <ColorSquare color={state.color} aria-hidden />
                    <span data-name={state.name}>{state.name}</span>
                    {search.taken === state ? (
                      <KeyCap aria-hidden>↵</KeyCap>
                    ) : (
                      search.keys.has(state.id) && <KeyCap aria-hidden>{search.keys.get(state.id)}</KeyCap>
                    )}
                  </Option>
                ))}
              </div>
            </div>
          ))}
        {search.isEmpty && 'No hay coincidencias.'}
      </Rows>
      <VisuallyHidden role="status">{search.taken && `Intro elige ${search.taken.name}`}</VisuallyHidden>
    </>
  );
}

const Tile = styled('div')(({ theme }) => ({
  ...theme.typography.cell,
  ...flexRow(10),
  minHeight: '2.75rem',
  padding: '4px 10px',
  borderRadius: theme.radius.control,
  border: `1px solid ${theme.palette.line.soft}`,
  cursor: 'pointer',
  '&[aria-selected="true"]': chosenLook(theme),
}));

export function OutcomeTiles({ search }: { search: OutcomeSearch }) {
  const [isOpen, setOpen] = useState(false);
  const all = search.shown.flatMap(({ states }) => states);
  const first = all.filter(({ id }) => search.keys.has(id));
  const showsAll = isOpen || search.typed.trim() !== '' || first.length === all.length;
  const chosen = all.find(({ id }) => id === search.chosen?.id);
  const shown = showsAll ? all : [...first, ...(chosen && !first.includes(chosen) ? [chosen] : [])];
  return (
    <>
      <Halves
        role="listbox"
        id={search.listId}
        aria-label="Estados"
        gap={2}
        sx={{ gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {shown.map((state) => (
          <Tile
            key={state.id}
            {...search.optionOf(state)}
            tabIndex={-1}
            onKeyDown={(event) => event.key === 'Enter' && search.choose(state)}
          >
            <ColorSquare color={state.color} aria-hidden />
            {state.name}
          </Tile>
        ))}
      </Halves>
      {search.isEmpty && 'No hay coincidencias.'}
      {!showsAll && (
        <Button variant="text" onClick={() => setOpen(true)} sx={{ mt: 1, marginInlineStart: -2.5 }}>
          Ver los {all.length} estados
        </Button>
      )}
    </>
  );
}

/** Finds a state by typing; while nothing is typed, a digit chooses one at once; the arrow keys move through the list. */
export function useOutcomeSearch({ states, usedStates, form }: Pick<ContactWork, 'states' | 'usedStates' | 'form'>) {
  const listId = useId();
  const chosenId = form.values.stateId;
  const columns = outcomeColumns(states);
  const [typed, setTyped] = useState('');
  const [movedToId, setMovedToId] = useState<number>();
  const keys = numberKeys(columns, usedStates);
  const shown = columns.map((column) => ({ title: column.title, states: matching(column.states, typed) }));
  const list = shown.flatMap((column) => column.states);
  const active =
    list.find(({ id }) => id === movedToId) ??
    (typed.trim() === '' ? list.find(({ id }) => id === chosenId) : bestMatches(list, typed, ({ name }) => name)[0]);
  const taken = active?.id === chosenId ? undefined : active;

  const choose = (state: OutcomeState) => {
    setTyped('');
    setMovedToId(undefined);
    form.chooseState(state);
  };
  const move = (step: 1 | -1) => {
    const at = active ? list.indexOf(active) : step === 1 ? -1 : 0;
    setMovedToId(list[(at + step + list.length) % list.length]?.id);
  };
  const chooseByKey = (digit: number) => {
    const state = list.find(({ id }) => keys.get(id) === digit);
    if (state) choose(state);
    return state !== undefined;
  };

  const handleKey = (event: KeyboardEvent) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (isPlain && typed === '' && /^[1-9]$/.test(event.key)) {
      if (chooseByKey(Number(event.key))) event.preventDefault();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      // With Ctrl, the shortcut that saves runs right after this and saves the state chosen here.
      if (taken) choose(taken);
      if (isPlain) event.preventDefault();
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
    }
  };
  const optionId = (id: number) => `${listId}-${id}`;
  return {
    chosen: states.find(({ id }) => id === chosenId),
    typed,
    setTyped: (text: string) => {
      setTyped(text);
      setMovedToId(undefined);
    },
    keys,
    shown,
    /** What Enter will choose. */
    taken,
    isEmpty: list.length === 0,
    choose,
    listId,
    optionOf: (state: OutcomeState) => ({
      role: 'option',
      id: optionId(state.id),
      'aria-selected': state.id === chosenId,
      'data-active': active === state ? '' : undefined,
      // The focus stays in the search field, whose arrow keys move through the list.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => choose(state),
    }),
    inputProps: {
      role: 'combobox',
      'aria-label': 'Estado',
      'aria-autocomplete': 'list',
      'aria-expanded': true,
      'aria-controls': listId,
      'aria-activedescendant': active ? optionId(active.id) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown: handleKey,
    } as const,
  };
}
type OutcomeSearch = ReturnType<typeof useOutcomeSearch>;

interface SearchInputProps {
  search: OutcomeSearch;
  placeholder: string;
  size?: 'small';
  describedBy: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

export const OutcomeSearchInput = ({ search, placeholder, size, describedBy, inputRef }: SearchInputProps) => (
  <OutlinedInput
    size={size}
    placeholder={placeholder}
    error={describedBy !== undefined}
    inputRef={inputRef}
    value={search.typed}
    onChange={({ target }) => search.setTyped(target.value)}
    startAdornment={
      <InputAdornment position="start">
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </InputAdornment>
    }
    inputProps={{ ...search.inputProps, 'aria-invalid': describedBy !== undefined, 'aria-describedby': describedBy }}
  />
);
