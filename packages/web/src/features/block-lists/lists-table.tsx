import { type BlockList, isListOld, LIST_KIND_NAMES } from '@campanero/contract/block-lists/schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import { Box, Button, LinearProgress } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconAlertTriangle, IconBan, IconListCheck, IconTrash, IconUpload } from '../../components/icons.ts';
import { Line, Muted, RowName } from '../../components/layout.tsx';
import { ActionsMenu } from '../../components/page/actions-menu.tsx';
import { EmptyState, ErrorState } from '../../components/page/messages.tsx';
import { SoftChip } from '../../components/soft-chip.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import type { Column } from '../../components/table/types.ts';
import { wholeList } from '../../components/table/pager.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { now } from '../../lib/clock.ts';
import { ageText, LISTS_FAILED, numberCount, OLD, OLD_HELP } from './texts.ts';

interface ListsTableProps {
  result: Pick<UseQueryResult<{ lists: BlockList[] }>, 'data' | 'isFetching' | 'refetch'>;
  onNew: () => void;
  onLoad: (list: BlockList) => void;
  onShowLoads: (list: BlockList) => void;
  onRemove: (list: BlockList) => void;
  onCancel: (list: BlockList) => void;
}

export function ListsTable({ result, onNew, ...acts }: ListsTableProps) {
  const rows = result.data?.lists ?? [];
  return (
    <DataTable<BlockList, never>
      label="Listas de bloqueo"
      columns={COLUMNS}
      minWidth={860}
      rows={rows}
      rowKey={({ id }) => id}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={false}
      paging={wholeList(result.data && rows.length)}
      renderMenu={(list) => <ActionsMenu actions={actionsOf(list, acts)} />}
      renderCompact={(list) => <CompactList list={list} />}
      empty={
        <EmptyState
          title="Todavía no hay listas de bloqueo"
          reason="Cargue el Registro No Llame o una lista propia de la ciudad. La respetan las campañas que así lo indican."
          icon={<IconBan size={20} stroke={1.75} />}
          action={
            <Button variant="contained" onClick={onNew}>
              Cargar lista
            </Button>
          }
        />
      }
      error={<ErrorState message={LISTS_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}

function actionsOf(list: BlockList, acts: Omit<ListsTableProps, 'result' | 'onNew'>) {
  const isLoading = list.lastLoad.status === 'RUNNING';
  const waitsFor = isLoading ? 'Espere a que termine la carga.' : undefined;
  return [
    { label: 'Reemplazar o agregar', icon: IconUpload, run: () => acts.onLoad(list), waitsFor },
    { label: 'Ver cargas', icon: IconListCheck, run: () => acts.onShowLoads(list) },
    ...(isLoading ? [{ label: 'Cancelar la carga', icon: IconBan, run: () => acts.onCancel(list) }] : []),
    { label: 'Quitar la lista', icon: IconTrash, run: () => acts.onRemove(list), waitsFor },
  ];
}

const Mark = ({ children, tone, help }: { children: string; tone: 'danger' | 'warning'; help: string }) => (
  <Tooltip title={help} describeChild>
    <SoftChip tone={tone} icon={IconAlertTriangle} tabIndex={0}>
      {children}
    </SoftChip>
  </Tooltip>
);

function Marks({ list }: { list: BlockList }) {
  const { lastLoad } = list;
  if (lastLoad.status === 'RUNNING')
    return (
      <Line gap={1.5} sx={{ width: '100%', maxWidth: 132 }}>
        <LinearProgress
          variant="determinate"
          value={Math.floor(lastLoad.progress * 100)}
          aria-label={`Carga de ${list.name}`}
          sx={{ flex: 1, height: 4 }}
        />
        <Box component="span" aria-hidden sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
          {Math.floor(lastLoad.progress * 100)} %
        </Box>
      </Line>
    );
  if (lastLoad.status === 'ERROR')
    return (
      <Mark tone="danger" help={lastLoad.failure ?? 'La lista queda como estaba.'}>
        La carga falló
      </Mark>
    );
  return isListOld(list.dated, now()) ? (
    <Mark tone="warning" help={OLD_HELP}>
      {OLD}
    </Mark>
  ) : null;
}

const COLUMNS: readonly Column<BlockList, never>[] = [
  {
    head: 'Nombre',
    second: { label: 'Origen' },
    tone: 'strong',
    cell: ({ name, origin }) => <TwoLineCell first={name} second={origin} />,
  },
  {
    head: 'Fecha de la lista',
    width: 122,
    figures: true,
    cell: ({ dated }) => <TwoLineCell first={formatDay(dated)} second={ageText(dated, now())} />,
  },
  {
    head: 'Tipo',
    second: { label: 'Números' },
    width: 144,
    cell: ({ kind, numbers }) => <TwoLineCell first={LIST_KIND_NAMES[kind]} second={numberCount(numbers)} />,
  },
  {
    head: 'Cargada por',
    width: 158,
    cell: ({ loadedBy, loadedAt }) =>
      loadedBy && loadedAt ? <TwoLineCell first={loadedBy} second={formatDateTime(loadedAt)} /> : '—',
  },
  { head: 'Avisos', width: 150, cell: (list) => <Marks list={list} /> },
];

const CompactList = ({ list }: { list: BlockList }) => (
  <Box sx={{ display: 'grid', justifyItems: 'start', gap: 1, py: 1 }}>
    <RowName component="span">{list.name}</RowName>
    <Muted component="span">
      {numberCount(list.numbers)} · {formatDay(list.dated)}
    </Muted>
    <Marks list={list} />
  </Box>
);
