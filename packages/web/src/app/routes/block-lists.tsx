import { type BlockList, removalReason } from '@campanero/contract/block-lists/schemas';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ReasonDialog } from '../../components/form/reason-dialog.tsx';
import { IconPlus } from '../../components/icons.ts';
import { PageHeader } from '../../components/page/page-header.tsx';
import { listsQuery, useCancelListLoad, useRemoveList } from '../../features/block-lists/api.ts';
import { ListsTable } from '../../features/block-lists/lists-table.tsx';
import { NumberLookup } from '../../features/block-lists/number-lookup.tsx';
import { listCount, numberCount, obeyingText, REMOVE_FAILED } from '../../features/block-lists/texts.ts';

const LoadListDialog = lazy(() =>
  import('../../features/block-lists/load-list-dialog.tsx').then((module) => ({ default: module.LoadListDialog })),
);
const LoadsDialog = lazy(() =>
  import('../../features/block-lists/loads-dialog.tsx').then((module) => ({ default: module.LoadsDialog })),
);

/** The register "No Llame" and lists of the city's own: what they are, loading them, and what blocks a number. */
export function BlockListsPage() {
  const lists = useQuery(listsQuery());
  const cancel = useCancelListLoad();
  /** Null: a new list. */
  const [loading, setLoading] = useState<BlockList | null>();
  const [shown, setShown] = useState<BlockList>();
  const [leaving, setLeaving] = useState<BlockList>();
  const { data } = lists;
  return (
    <>
      <PageHeader
        title="Listas de bloqueo"
        aside={data && `${listCount(data.lists.length)} · ${obeyingText(data.obeying)}`}
        action={
          <Button
            variant="contained"
            startIcon={<IconPlus size={18} stroke={2} aria-hidden />}
            onClick={() => setLoading(null)}
          >
            Cargar lista
          </Button>
        }
      />
      <NumberLookup />
      <ListsTable
        result={lists}
        onNew={() => setLoading(null)}
        onLoad={setLoading}
        onShowLoads={setShown}
        onRemove={setLeaving}
        onCancel={({ lastLoad }) => cancel.mutate(lastLoad.id)}
      />
      <Suspense fallback={null}>
        {loading !== undefined && <LoadListDialog list={loading} onClose={() => setLoading(undefined)} />}
        {shown && <LoadsDialog list={shown} onClose={() => setShown(undefined)} />}
      </Suspense>
      {leaving && <RemoveListDialog list={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function RemoveListDialog({ list, onClose }: { list: BlockList; onClose: () => void }) {
  const remove = useRemoveList();
  return (
    <ReasonDialog
      title="Quitar la lista"
      action="Quitar lista"
      pendingText="Quitando…"
      destructive
      schema={removalReason}
      done="La lista se quitó: ya no bloquea a nadie."
      failed={REMOVE_FAILED}
      onConfirm={(reason) => remove.mutateAsync({ listId: list.id, reason })}
      onClose={onClose}
    >
      <strong>{list.name}</strong>, con {numberCount(list.numbers)}, deja de bloquear en este momento. No se puede
      deshacer: para recuperarla hay que cargarla de nuevo.
    </ReasonDialog>
  );
}
