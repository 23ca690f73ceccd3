import { blockLists } from '@campanero/contract/block-lists/endpoints';
import { type BlockList, removalReason } from '@campanero/contract/block-lists/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AddButton } from '../../components/action-button.tsx';
import { ChangeDialog } from '../../components/form/change-dialog.tsx';
import { later } from '../../components/later.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ListsTable } from '../../features/block-lists/lists-table.tsx';
import { NumberLookup } from '../../features/block-lists/number-lookup.tsx';
import {
  LIST_CANCEL_FAILED,
  listCount,
  LOAD_POLL_MS,
  numberCount,
  obeyingText,
  REMOVE_FAILED,
} from '../../features/block-lists/texts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { notify } from '../../lib/snackbar.ts';

const LoadListDialog = later(() =>
  import('../../features/block-lists/load-list-dialog.tsx').then((m) => m.LoadListDialog),
);
const LoadsDialog = later(() => import('../../features/block-lists/loads-dialog.tsx').then((m) => m.LoadsDialog));

export function BlockListsPage() {
  const lists = useQuery(
    endpointQuery('block-lists', blockLists.list, undefined, {
      pollMs: (found) => found.lists.some(({ lastLoad }) => lastLoad.status === 'RUNNING') && LOAD_POLL_MS,
    }),
  );
  // No confirmation: the list stays as it was and the file can be sent again.
  const cancel = useEndpointMutation(blockLists.cancel, {
    onSuccess: () => notify.info('La carga se canceló: la lista queda como estaba.'),
    failed: LIST_CANCEL_FAILED,
    refetches: ['block-lists'],
    evenIfRefused: true,
  });
  /** Null: a new list; undefined: no dialog. */
  const [loading, setLoading] = useState<BlockList | null>();
  const [shown, setShown] = useState<BlockList>();
  const [leaving, setLeaving] = useState<BlockList>();
  const { data } = lists;
  return (
    <>
      <PageHeader
        title="Listas de bloqueo"
        aside={data && `${listCount(data.lists.length)} · ${obeyingText(data.obeying)}`}
        action={<AddButton onClick={() => setLoading(null)}>Cargar lista</AddButton>}
      />
      <NumberLookup />
      <ListsTable
        result={lists}
        onNew={() => setLoading(null)}
        onLoad={setLoading}
        onShowLoads={setShown}
        onRemove={setLeaving}
        onCancel={({ lastLoad }) => cancel.mutate({ params: { id: lastLoad.id } })}
      />
      {loading !== undefined && <LoadListDialog list={loading} onClose={() => setLoading(undefined)} />}
      {shown && <LoadsDialog list={shown} onClose={() => setShown(undefined)} />}
      {leaving && <RemoveListDialog list={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function RemoveListDialog({ list, onClose }: { list: BlockList; onClose: () => void }) {
  const remove = useEndpointMutation(blockLists.remove, { refetches: ['block-lists'] });
  return (
    <ChangeDialog
      title="Quitar la lista"
      action="Quitar lista"
      pendingText="Quitando…"
      destructive
      schema={removalReason}
      done="La lista se quitó: ya no bloquea a nadie."
      failed={REMOVE_FAILED}
      onConfirm={(reason) => remove.mutateAsync({ params: { id: list.id }, body: { reason } })}
      onClose={onClose}
    >
      <strong>{list.name}</strong>, con {numberCount(list.numbers)}, deja de bloquear en este momento. No se puede
      deshacer: para recuperarla hay que cargarla de nuevo.
    </ChangeDialog>
  );
}
