import { InputAdornment, OutlinedInput } from '@mui/material';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { IconSearch } from '../../components/icons.ts';
import { bestMatches } from '../../lib/text/best-match.ts';
import type { OutcomeForm } from './outcome-form.ts';
import { matching, numberKeys, outcomeColumns, type OutcomeState } from './outcome-states.ts';

/** Finds a state by typing; while nothing is typed, a digit chooses one at once; the arrow keys move through the list. */
export function useOutcomeSearch(states: readonly OutcomeState[], form: OutcomeForm) {
  const listId = useId();
  const chosenId = form.values.stateId;
  const columns = outcomeColumns(states);
  const [typed, setTyped] = useState('');
  const [movedToId, setMovedToId] = useState<number>();
  const keys = numberKeys(columns);
  const shown = columns.map((column) => ({ title: column.title, states: matching(column.states, typed) }));
  const list = shown.flatMap((column) => column.states);
  const active =
    list.find(({ id }) => id === movedToId) ??
    (typed.trim() === '' ? list.find(({ id }) => id === chosenId) : bestMatches(list, typed)[0]);

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
      if (active && active.id !== chosenId) choose(active);
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
    isEmpty: list.length === 0,
    activeId: active?.id,
    choose,
    optionId,
    listId,
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
export type OutcomeSearch = ReturnType<typeof useOutcomeSearch>;

interface SearchInputProps {
  search: OutcomeSearch;
  placeholder: string;
  size?: 'small';
  invalid: boolean;
  describedBy: string | undefined;
  inputRef: Ref<HTMLInputElement>;
}

export function OutcomeSearchInput({ search, placeholder, size, invalid, describedBy, inputRef }: SearchInputProps) {
  return (
    <OutlinedInput
      {...(size && { size })}
      placeholder={placeholder}
      error={invalid}
      inputRef={inputRef}
      value={search.typed}
      onChange={({ target }) => search.setTyped(target.value)}
      startAdornment={
        <InputAdornment position="start">
          <IconSearch size={18} stroke={1.75} aria-hidden />
        </InputAdornment>
      }
      inputProps={{ ...search.inputProps, 'aria-invalid': invalid, 'aria-describedby': describedBy }}
    />
  );
}
