import { styled } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { KeyCap } from '../../../../components/key-cap.tsx';
import { ColorSquare } from '../../../../components/state-chip.tsx';
import type { OutcomeSearch } from '../../hooks/use-outcome-search.ts';
import type { OutcomeState } from '../../outcome-states.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 200fr) minmax(0, 190fr) minmax(0, 222fr)',
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
  /** What stands in the free room under the second and third column. */
  children?: ReactNode;
}

/** The states in their three columns, each key beside its state (design 9). */
export function OutcomeList({ search, chosenId, children }: OutcomeListProps) {
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
