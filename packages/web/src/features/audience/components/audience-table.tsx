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
import { audienceColumns } from './audience-columns.tsx';
import { AudienceCompactRow } from './audience-compact-row.tsx';

const READABLE_WIDTH = 1080;
const EXTRA_WIDTH = 296;

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
  const hasRoom = useMediaQuery(theme.breakpoints.up('xl'), { noSsr: true });
  const { result, order, paging, onOrder } = list;
  return (
    <DataTable
      label="Audiencia"
      dense
      columns={audienceColumns(hasRoom)}
      minWidth={hasRoom ? READABLE_WIDTH + EXTRA_WIDTH : READABLE_WIDTH}
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
