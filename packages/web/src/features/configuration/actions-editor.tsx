import { configuration } from '@campanero/contract/configuration/endpoints';
import { actionName, type ActionName, isSystemState, type State } from '@campanero/contract/configuration/schemas';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Checkbox, styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useRef } from 'react';
import { z } from 'zod';
import { FormPanel } from '../../components/form/form-panel.tsx';
import { Hint } from '../../components/layout.tsx';
import { LIST_FAILED } from '../../components/page/messages.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { endpointKey } from '../../lib/queries.ts';
import { catalogueSaved, statesQuery } from './api.ts';
import { FormPlace } from './editor-parts.tsx';
import { ACTION_LABELS, ACTION_MEANINGS, ACTIONS_FAILED, ACTIONS_SAVED } from './texts.ts';

const ACTIONS = actionName.options;

/** A field per tick, so that only changed ones are sent and changes by others stay. */
const UNVERSIONED = { version: 0 };
const ticksSchema = z.record(z.string(), z.boolean());
type Ticks = z.infer<typeof ticksSchema>;
const fieldOf = (action: ActionName, stateId: number) => `${action}-${stateId}`;

/** System states never have actions. */
const statesOf = (catalogue: readonly State[]) =>
  catalogue.filter(({ id }) => !isSystemState(id)).toSorted((a, b) => a.name.localeCompare(b.name, 'es'));
const ticksOf = (states: readonly State[]): Ticks =>
  Object.fromEntries(
    states.flatMap((state) => ACTIONS.map((action) => [fieldOf(action, state.id), state[action]] as const)),
  );

/** One request per changed action; repeating one changes nothing. */
async function saveTicks(ticks: Ticks): Promise<void> {
  for (const action of ACTIONS) {
    const idsWith = (isOn: boolean) =>
      Object.entries(ticks)
        .filter(([field, value]) => value === isOn && field.startsWith(`${action}-`))
        .map(([field]) => Number(field.slice(action.length + 1)));
    const body = { has: idsWith(true), hasNo: idsWith(false) };
    if (body.has.length + body.hasNo.length > 0) await call(configuration.saveActions, { query: { action }, body });
  }
}

export function ActionsEditor() {
  const { data, error, refetch } = useQuery(statesQuery());
  return (
    <FormPlace error={error && !data ? LIST_FAILED : undefined} onRetry={() => void refetch()}>
      {data && <ActionsForm states={statesOf(data)} />}
    </FormPlace>
  );
}

function ActionsForm({ states }: { states: readonly State[] }) {
  const save = useChange(saveTicks, {
    changes: catalogueSaved.changes,
    refetches: [endpointKey('configuration', configuration.states)],
    evenIfRefused: true,
  });
  const { draft, status } = useRecordForm({
    name: 'configuration.actions',
    schema: ticksSchema,
    rules: ticksSchema,
    // A tick has no version: two people who change the same one want the same.
    record: UNVERSIONED,
    valuesOf: () => ticksOf(states),
    send: ({ changes }) => save.mutateAsync(changes as Ticks),
    done: ACTIONS_SAVED,
    refusalOf: (error) => (error instanceof ApiError && error.status === 0 ? errorText(error) : ACTIONS_FAILED),
  });
  const count = Object.keys(draft.changes).length;
  // The rows are not rendered again for a tick of another one.
  const change = useRef(draft.change);
  useEffect(() => {
    change.current = draft.change;
  });
  const handleChange = useCallback((field: string, isOn: boolean) => change.current({ [field]: isOn }), []);
  return (
    <FormPanel
      label="Acciones"
      status={status}
      stays
      guard="Si sale ahora, los cambios de las acciones se pierden."
      hint={count > 0 ? formatCounted(count, 'cambio sin guardar', 'cambios sin guardar') : 'Todavía no hay cambios.'}
      paddingY={4}
      sx={{ maxWidth: 960 }}
    >
      <Table>
        <thead>
          <tr>
            <th scope="col">Estado</th>
            {ACTIONS.map((action) => (
              <th key={action} scope="col">
                {ACTION_LABELS[action]}
                <Hint component="span">{ACTION_MEANINGS[action]}</Hint>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {states
            // A state created since the draft began appears once it is saved.
            .filter(({ id }) => fieldOf('callback', id) in draft.base)
            .map(({ id, name, color, disable }) => (
              <Row
                key={id}
                {...{ id, name, color, disable }}
                callback={draft.values[fieldOf('callback', id)]}
                contactability={draft.values[fieldOf('contactability', id)]}
                effectiveness={draft.values[fieldOf('effectiveness', id)]}
                onChange={handleChange}
              />
            ))}
        </tbody>
      </Table>
    </FormPanel>
  );
}

type RowProps = Record<ActionName, boolean | undefined> &
  Pick<State, 'id' | 'name' | 'color' | 'disable'> & { onChange: (field: string, isOn: boolean) => void };

const Row = memo(function Row({ id, name, color, disable, onChange, ...ticks }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <StateChip name={name} color={color} />
        {disable && <Hint component="span">Desactivado</Hint>}
      </th>
      {ACTIONS.map((action) => (
        <td key={action}>
          <label>
            <Checkbox
              checked={ticks[action] ?? false}
              onChange={(_event, isOn) => onChange(fieldOf(action, id), isOn)}
              slotProps={{ input: { 'aria-label': `${name}: ${ACTION_LABELS[action]}` } }}
            />
            <span aria-hidden>{ACTION_LABELS[action]}</span>
          </label>
        </td>
      ))}
    </tr>
  );
});

/** On phones each state has its ticks below its name, and the heads stand above as a legend. */
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th': { textAlign: 'start', fontWeight: 600, paddingInlineEnd: 16 },
  '& thead th': { verticalAlign: 'top', paddingBlockEnd: 12, minWidth: '8rem' },
  '& tbody tr': { borderTop: `1px solid ${theme.palette.divider}` },
  '& tbody tr:hover': { background: theme.palette.surface.subtle },
  '& th > span:last-of-type:not(:only-child), & thead span': { display: 'block', fontWeight: 400 },
  '& label': { display: 'inline-flex', alignItems: 'center', minHeight: '2.5rem', cursor: 'pointer' },
  '& td .MuiCheckbox-root': { marginInlineStart: -9 },
  [theme.breakpoints.up('md')]: { '& label > [aria-hidden]': { display: 'none' } },
  [theme.breakpoints.down('md')]: {
    '&, & thead, & tbody, & tr, & th': { display: 'block' },
    '& thead th:first-of-type': { display: 'none' },
    '& tbody tr': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', paddingBlock: 8 },
    '& tbody th': { gridColumn: '1 / -1' },
    '& td': { display: 'block' },
  },
}));
