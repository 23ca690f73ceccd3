import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { To } from 'react-router';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { Column } from '../../../components/data-table/types.ts';
import { useLastPage } from '../../../components/data-table/use-last-page.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ColorSquare } from '../../../components/state-chip.tsx';
import { typeOf, type Kind } from '../kinds.ts';
import { EMPTY_TABLE, KIND_TEXTS, LIST_FAILED } from '../texts.ts';
import { EnabledChip } from './enabled-chip.tsx';

/** The one size of these tables (spec 9). */
const PAGE_SIZE = 25;
const SIZES = [PAGE_SIZE] as const;
const READABLE_WIDTH = 420;

interface CatalogueRow {
  id: number;
  name: string;
  disable: boolean;
  color?: string;
}

const Name = ({ name, color }: CatalogueRow) =>
  color === undefined ? (
    name
  ) : (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      <ColorSquare color={color} aria-hidden />
      {name}
    </Box>
  );

const COLUMNS: readonly Column<CatalogueRow, never>[] = [
  { key: 'id', heads: [{ label: 'Id' }], width: 84, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> },
  { key: 'name', heads: [{ label: 'Nombre' }], tone: 'strong', cell: (row) => <Name {...row} /> },
  {
    key: 'disable',
    heads: [{ label: 'Estado' }],
    width: 148,
    cell: ({ disable }) => <EnabledChip disable={disable} />,
  },
];

interface CatalogueTableProps {
  kind: Kind;
  result: UseQueryResult<CatalogueRow[]>;
  page: number;
  onPage: (page: number) => void;
  /** Where a row leads; which one is told by the route's state (spec 2). */
  editTo: To;
}

/** Read-only: no search, sort or filter (spec 2). The whole catalogue is here already, so its pages are cut on the spot. */
export function CatalogueTable({ kind, result, page, onPage, editTo }: CatalogueTableProps) {
  const rows = useMemo(() => result.data?.toSorted((a, b) => a.id - b.id) ?? [], [result.data]);
  const paging = { page, size: PAGE_SIZE, total: result.data?.length, onPage };
  useLastPage(paging);
  const retry = () => void result.refetch();
  return (
    <DataTable
      label={KIND_TEXTS[kind].tab}
      columns={COLUMNS}
      minWidth={READABLE_WIDTH}
      dense
      rows={rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
      rowKey={({ id }) => id}
      rowTarget={({ id, name }) => ({ to: editTo, state: { type: typeOf(kind), id }, title: name })}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      paging={{ ...paging, sizes: SIZES, onSize: () => {} }}
      renderCompact={(row) => (
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box component="span" sx={{ typography: 'caption', color: 'text.disabled', minWidth: '2rem' }}>
            <bdi>{row.id}</bdi>
          </Box>
          <Box component="span" sx={{ typography: 'cell', fontWeight: 550, flex: 1, minWidth: 0 }}>
            <Name {...row} />
          </Box>
          <EnabledChip disable={row.disable} />
        </Box>
      )}
      empty={<EmptyState title={EMPTY_TABLE} />}
      error={<ErrorState message={LIST_FAILED} onRetry={retry} />}
    />
  );
}
