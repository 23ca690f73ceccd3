import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { errorText } from '../../../lib/error-text.ts';
import type { AudienceListState } from '../hooks/use-audience-list.ts';
import { LIST_FAILED } from '../texts.ts';
import { audienceColumns, type AudienceRoom } from './audience-columns.tsx';
import { AudienceCompactRow } from './audience-compact-row.tsx';

/** Pixels under which the table scrolls inside its card. */
const READABLE: Record<AudienceRoom, number> = { full: 1340, usual: 1000, narrow: 900 };
/** From here on, operators with their avatar and dates with their hour have room beside the navbar. */
const USUAL_FROM = 1360;

interface AudienceTableProps {
  list: AudienceListState;
  /** The contact's page, once there is one. */
  linkTo: ((row: AudienceRow) => string) | undefined;
  toolbar: ReactNode;
  empty: ReactNode;
}

/** The rows themselves; what stands above them is the view's affair. */
export function AudienceTable({ list, linkTo, toolbar, empty }: AudienceTableProps) {
  const theme = useTheme();
  const isFull = useMediaQuery(theme.breakpoints.up('xl'), { noSsr: true });
  const isUsual = useMediaQuery(`(min-width: ${USUAL_FROM}px)`, { noSsr: true });
  const room: AudienceRoom = isFull ? 'full' : isUsual ? 'usual' : 'narrow';
  const { result, order, paging, onOrder } = list;
  return (
    <DataTable
      label="Audiencia"
      dense
      columns={audienceColumns(room)}
      minWidth={READABLE[room]}
      rows={result.data?.calls ?? []}
      rowKey={(row) => row.id}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      order={order}
      onOrder={onOrder}
      paging={paging}
      rowTarget={
        linkTo &&
        ((row) => ({ to: linkTo(row), title: [formatPhone(row.number), row.name].filter(Boolean).join(' · ') }))
      }
      renderCompact={(row) => <AudienceCompactRow row={row} />}
      toolbar={toolbar}
      empty={empty}
      error={<ErrorState message={errorText(result.error, LIST_FAILED)} onRetry={() => void result.refetch()} />}
    />
  );
}
