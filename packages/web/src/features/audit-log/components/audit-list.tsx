import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { emptyReason } from '../../../components/empty-reason.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { IconInfoCircle } from '../../../components/icons.ts';
import { filterTags, type AuditPerson } from '../audit-filters.ts';
import type { AuditListState } from '../hooks/use-audit-list.ts';
import { EMPTY_TEXTS, LIST_FAILED } from '../texts.ts';
import { AUDIT_COLUMNS } from './audit-columns.tsx';
import { AuditCompactRow } from './audit-compact-row.tsx';

const READABLE_WIDTH = 900;

interface AuditListProps {
  list: AuditListState;
  people: readonly AuditPerson[] | undefined;
  onOpenFilters: () => void;
  onOpen: (record: AuditEntry) => void;
}

export function AuditList({ list, people, onOpenFilters, onOpen }: AuditListProps) {
  const { query, result, order, paging, onOrder, onSearch, onRemoveFilter, onClear } = list;
  const tags = filterTags(query, people);
  const search = query.general ?? '';
  return (
    <DataTable
      label="Auditoría"
      columns={AUDIT_COLUMNS}
      minWidth={READABLE_WIDTH}
      rows={result.data?.audit ?? []}
      rowKey={(record) => record.id}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      order={order}
      onOrder={onOrder}
      paging={paging}
      renderMenu={(record) => (
        <Tooltip title="Ver detalle">
          <IconButton
            aria-label={`Ver detalle del registro ${record.id}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(record)}
          >
            <IconInfoCircle size={19} stroke={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      renderCompact={(record) => <AuditCompactRow record={record} />}
      toolbar={
        <FilterBar
          placeholder="Buscar"
          search={search}
          onSearch={onSearch}
          filters={tags.map(({ name, label }) => ({ key: name, label, onRemove: () => onRemoveFilter(name) }))}
          onOpenFilters={onOpenFilters}
          onClear={onClear}
          onRefresh={() => void result.refetch()}
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={emptyReason(tags.length, search, EMPTY_TEXTS)}
          action={
            (tags.length > 0 || search !== '') && (
              <Button variant="text" size="small" onClick={onClear}>
                {tags.length > 0 ? 'Limpiar filtros' : 'Limpiar búsqueda'}
              </Button>
            )
          }
        />
      }
      error={<ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}
