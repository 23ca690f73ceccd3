import { actionName, type ActionName, type State } from '@campanero/contract/configuration/schemas';
import { Box, styled } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { To } from 'react-router';
import { IconBan } from '../../components/icons.ts';
import { Hint, Line } from '../../components/layout.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { SoftChip } from '../../components/soft-chip.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { LinkedName } from '../../components/table/cells.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useLastPage } from '../../components/table/pager.tsx';
import type { Column } from '../../components/table/types.ts';
import { flexRow } from '../../theme/mixins.ts';
import { type Kind, typeOf } from './kinds.ts';
import { ACTION_LABELS, EMPTY_TABLE, KIND_TEXTS } from './texts.ts';

const PAGE_SIZE = 25;
const READABLE_WIDTH = 760;

/** Of any kind; the color of a state makes its name a chip. */
type CatalogueRow = Pick<State, 'id' | 'name' | 'disable'> &
  Partial<Pick<State, 'color' | ActionName | 'substates'>> & { states?: readonly { name: string }[] };

const Name = ({ name, color }: CatalogueRow) => (
  <LinkedName>{color === undefined ? name : <StateChip name={name} color={color} />}</LinkedName>
);

type CatalogueColumn = Column<CatalogueRow, never>;

const ID: CatalogueColumn = { head: 'Id', width: 72, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> };
const NAME: CatalogueColumn = { head: 'Nombre', width: 264, tone: 'strong', cell: (row) => <Name {...row} /> };
const ENABLED: CatalogueColumn = {
  head: 'Estado',
  width: 136,
  cell: ({ disable }) => <EnabledChip disable={disable} />,
};

const actionsText = (row: CatalogueRow) =>
  actionName.options
    .filter((action) => row[action])
    .map((action) => ACTION_LABELS[action])
    .join(' · ');
const ACTIONS_OF_STATE: CatalogueColumn = { head: 'Acciones', width: 236, cell: (row) => actionsText(row) || '—' };

/** The count comes first, since the line may be cut. */
const namesColumn = (label: string, namesOf: (row: CatalogueRow) => readonly string[]): CatalogueColumn => ({
  head: label,
  cell: (row) => {
    const names = namesOf(row);
    if (names.length === 0) return '—';
    return (
      <>
        <b>{names.length}</b> · {names.join(', ')}
      </>
    );
  },
});

const namesOf = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => name) ?? [];

const COLUMNS: Record<Kind, readonly CatalogueColumn[]> = {
  objective: [ID, NAME, namesColumn('Empieza con', ({ states }) => namesOf(states)), ENABLED],
  state: [ID, NAME, ACTIONS_OF_STATE, namesColumn('Subestados', ({ substates }) => namesOf(substates)), ENABLED],
  substate: [ID, NAME, namesColumn('Lo ofrecen', ({ states }) => namesOf(states)), ENABLED],
};

interface CatalogueTableProps {
  kind: Kind;
  result: Pick<UseQueryResult<CatalogueRow[]>, 'data' | 'isFetching' | 'refetch'>;
  page: number;
  onPage: (page: number) => void;
  editTo: To;
}

/** No search, sort or filter. The whole catalogue is loaded, so paging happens here. */
export function CatalogueTable({ kind, result, page, onPage, editTo }: CatalogueTableProps) {
  const rows = useMemo(() => result.data?.toSorted((a, b) => a.id - b.id) ?? [], [result.data]);
  const paging = { page, size: PAGE_SIZE, total: result.data?.length, onPage };
  useLastPage(paging);
  const retry = () => void result.refetch();
  return (
    <DataTable
      label={KIND_TEXTS[kind].tab}
      columns={COLUMNS[kind]}
      minWidth={READABLE_WIDTH}
      dense
      rows={rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
      rowKey={({ id }) => id}
      rowTarget={({ id }) => ({ to: editTo, state: { type: typeOf(kind), id } })}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      paging={paging}
      renderCompact={(row) => (
        <Line component="span">
          <Hint component="span" sx={{ minWidth: '2rem' }}>
            <bdi>{row.id}</bdi>
          </Hint>
          <Box component="span" sx={{ typography: 'cell', fontWeight: 550, flex: 1, minWidth: 0 }}>
            <Name {...row} />
          </Box>
          <EnabledChip disable={row.disable} />
        </Line>
      )}
      empty={<EmptyState title={EMPTY_TABLE} />}
      error={<ErrorState message={LIST_FAILED} onRetry={retry} />}
    />
  );
}

const Quiet = styled('span')(({ theme }) => ({
  ...flexRow(8, 'inline-flex'),
  fontSize: '0.78125rem',
  color: theme.palette.text.secondary,
  '&::before': { content: '""', width: 8, height: 8, borderRadius: '50%', background: theme.palette.success.main },
}));

function EnabledChip({ disable }: { disable: boolean }) {
  if (!disable) return <Quiet>Activado</Quiet>;
  return (
    <SoftChip tone="danger" icon={IconBan}>
      Desactivado
    </SoftChip>
  );
}
