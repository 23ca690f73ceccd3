import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { FormHelperText, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { z } from 'zod';
import { ErrorState, LIST_FAILED } from '../../../components/page/messages.tsx';
import { ColorSquare } from '../../../components/state-chip.tsx';
import { TransferList } from '../../../components/transfer-list/transfer-list.tsx';
import { endpointQuery } from '../../../lib/queries.ts';
import type { EditTabProps } from './edit-tabs.tsx';
import { namesOf } from './information-words.ts';
import { TabForm, useTabDraft } from './tab-form.tsx';

const NO_STATE = 'Seleccione al menos un estado para actualizar.';
const stateValues = z.object({ states: z.array(z.number()) });
// In one order, so that the same states are the same value.
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const valuesOf = ({ states }: CampaignDetail) => ({ states: inOrder(states.map(({ id }) => id)) });

/** Which outcomes the campaign's operators may choose. */
export function StatesTab(page: EditTabProps) {
  const { campaign } = page;
  const noteId = useId();
  const unassociated = useQuery(endpointQuery('campaigns', campaigns.unassociated, { params: { id: campaign.id } }));
  const { draft, save, isPending } = useTabDraft({ page, tab: 'states', schema: stateValues, valuesOf });
  const { states: chosen } = draft.values;

  const items = useMemo(
    () =>
      [...campaign.states, ...(unassociated.data ?? [])]
        .filter(({ id }, place, all) => all.findIndex((state) => state.id === id) === place)
        .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
        .map(({ id, name, color, disable }) => ({
          id,
          name,
          mark: <ColorSquare color={color} aria-hidden />,
          ...(disable && { note: 'Desactivado' }),
        })),
    [campaign.states, unassociated.data],
  );
  if (unassociated.isError) return <ErrorState message={LIST_FAILED} onRetry={() => void unassociated.refetch()} />;
  const isEmpty = chosen.length === 0;
  return (
    <TabForm
      label="Estados"
      wide
      isDirty={draft.isDirty}
      isPending={isPending}
      status={isEmpty && NO_STATE}
      draft={draft}
      labels={{ states: 'Estados' }}
      inWords={(_field, value) => namesOf(items, value as number[])}
      onSubmit={() => !isEmpty && void save((changes) => changes)}
      onUndo={draft.discard}
    >
      {unassociated.data ? (
        <div>
          <TransferList
            items={items}
            chosen={chosen}
            onChange={(states) => draft.change({ states: inOrder(states) })}
            available={{ title: 'Sin asociar', empty: 'No hay estados para agregar.' }}
            selected={{ title: 'Asociados a la campaña', empty: NO_STATE }}
            noun="estados"
            invalid={isEmpty}
            describedBy={noteId}
          />
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
