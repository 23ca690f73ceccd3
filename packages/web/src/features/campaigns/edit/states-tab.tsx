import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { z } from 'zod';
import { ErrorState, LIST_FAILED } from '../../../components/page/messages.tsx';
import { ColorSquare } from '../../../components/state-chip.tsx';
import { TransferList } from '../../../components/transfer-list/transfer-list.tsx';
import { useDraft } from '../../../lib/draft.ts';
import { unassociatedQuery } from '../api.ts';
import { type EditTabProps, tabDraft } from './edit-tabs.tsx';
import { TabForm, useDirty, useSaveTab } from './tab-form.tsx';

const NO_STATE = 'Seleccione al menos un estado para actualizar.';
const stateIds = z.array(z.number());
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(',');

/** Which outcomes the campaign's operators may choose. */
export function StatesTab({ campaign, onDirty, ...page }: EditTabProps) {
  const noteId = useId();
  const unassociated = useQuery(unassociatedQuery(campaign.id));
  const base = useMemo(() => campaign.states.map(({ id }) => id), [campaign.states]);
  // Undefined follows the campaign; a choice stands until it is saved or taken back.
  const [choice, setChoice] = useDraft(tabDraft(campaign.id, 'states'), stateIds);
  const chosen = choice ?? base;
  const isDirty = sorted(chosen) !== sorted(base);
  useDirty(isDirty, onDirty);
  const { save, isPending } = useSaveTab({ campaign, ...page });

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
      isDirty={isDirty}
      isPending={isPending}
      status={isEmpty && NO_STATE}
      onSubmit={() => !isEmpty && save({ states: chosen }, { onDone: () => setChoice(undefined) })}
      onUndo={() => setChoice(undefined)}
    >
      {unassociated.data ? (
        <div>
          <TransferList
            items={items}
            chosen={chosen}
            onChange={setChoice}
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
