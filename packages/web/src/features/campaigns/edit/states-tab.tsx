import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { FormHelperText, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { z } from 'zod';
import { Bound } from '../../../components/fields/text-input.tsx';
import { ErrorState, LIST_FAILED } from '../../../components/page/messages.tsx';
import { ColorSquare } from '../../../components/state-chip.tsx';
import { TransferList } from '../../../components/transfer-list/transfer-list.tsx';
import { endpointQuery } from '../../../lib/queries.ts';
import { type EditTabProps, TabForm, useTabForm } from './edit-tabs.tsx';
import { namesOf } from './information-tab.tsx';

const NO_STATE = 'Seleccione al menos un estado para actualizar.';
const stateValues = z.object({ states: z.array(z.number()) });
const rules = z.object({ states: z.array(z.number()).min(1) });
// Sorted, so that equal sets are equal values.
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

export function StatesTab(page: EditTabProps) {
  const { campaign } = page;
  const noteId = useId();
  const unassociated = useQuery(endpointQuery('campaigns', campaigns.unassociated, { params: { id: campaign.id } }));
  const { form, draft, status } = useTabForm({
    page,
    tab: 'states',
    schema: stateValues,
    rules,
    valuesOf: ({ states }) => ({ states: inOrder(states.map(({ id }) => id)) }),
    changesOf: (changes) => changes,
  });
  const items = useMemo(
    () =>
      [...campaign.states, ...(unassociated.data ?? [])]
        .filter(({ id }, place, all) => all.findIndex((state) => state.id === id) === place)
        .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
        .map(({ id, name, color, disable }) => ({
          id,
          name,
          mark: <ColorSquare color={color} aria-hidden />,
          note: disable ? 'Desactivado' : undefined,
        })),
    [campaign.states, unassociated.data],
  );
  if (unassociated.isError) return <ErrorState message={LIST_FAILED} onRetry={() => void unassociated.refetch()} />;
  const isEmpty = draft.values.states.length === 0;
  return (
    <TabForm
      label="Estados"
      status={status}
      hint={isEmpty && NO_STATE}
      labels={{ states: 'Estados' }}
      inWords={(_field, value) => namesOf(items, value as number[])}
    >
      {unassociated.data ? (
        <div>
          <Bound form={form} name="states">
            {({ value, onChange }) => (
              <TransferList
                items={items}
                chosen={value}
                onChange={(states) => onChange(inOrder(states))}
                available={{ title: 'Sin asociar', empty: 'No hay estados para agregar.' }}
                selected={{ title: 'Asociados a la campaña', empty: NO_STATE }}
                noun="estados"
                invalid={isEmpty}
                describedBy={noteId}
              />
            )}
          </Bound>
          <FormHelperText id={noteId}>
            Los operadores eligen entre los estados asociados al registrar un llamado.
          </FormHelperText>
        </div>
      ) : (
        <Skeleton height={420} />
      )}
    </TabForm>
  );
}
