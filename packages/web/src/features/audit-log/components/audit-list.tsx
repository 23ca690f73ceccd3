import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { FilteredTable } from '../../../components/data-table/filtered-table.tsx';
import { IconInfoCircle } from '../../../components/icons.ts';
import { filterTags, type AuditPerson } from '../audit-filters.ts';
import type { AuditListState } from '../hooks/use-audit-list.ts';
import { EMPTY_TEXTS, LIST_FAILED } from '../texts.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditCompactRow } from './audit-compact-row.tsx';

const READABLE_WIDTH = 900;
/** From here on, action and subaction have a column each. */
const ROOMY_FROM = 1360;

interface AuditListProps {
  list: AuditListState;
  people: readonly AuditPerson[] | undefined;
  onOpenFilters: () => void;
  onOpen: (record: AuditEntry) => void;
}

export function AuditList({ list, people, onOpenFilters, onOpen }: AuditListProps) {
  const tags = filterTags(list.query, people);
  const hasRoom = useMediaQuery(`(min-width: ${ROOMY_FROM}px)`, { noSsr: true });
  return (
    <FilteredTable
      label="Auditoría"
      columns={auditColumns(hasRoom)}
      minWidth={READABLE_WIDTH}
      list={list}
      rowsOf={(data) => data.audit}
      rowKey={(record) => record.id}
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
      placeholder="Buscar"
      quickFilter={
        list.query.signIns !== '0' && (
          <Button variant="text" size="small" onClick={() => list.onQuickFilter({ signIns: '0' })}>
            Ocultar ingresos y salidas
          </Button>
        )
      }
      tags={tags}
      texts={EMPTY_TEXTS}
      failed={LIST_FAILED}
      onOpenFilters={onOpenFilters}
    />
  );
}
