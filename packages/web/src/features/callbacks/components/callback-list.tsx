import { DEFAULT_PAGE_SIZE } from '@campanero/contract/limits';
import { formatPhone } from '@campanero/contract/shared/numbers';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { useLastPage } from '../../../components/data-table/use-last-page.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconCalendarTime } from '../../../components/icons.ts';
import { errorText } from '../../../lib/error-text.ts';
import type { Callback } from '../api/callbacks.ts';
import { callbackColumns } from './callback-columns.tsx';
import { CallbackCompactRow } from './callback-compact-row.tsx';

const READABLE_WIDTH = 880;
const CALENDAR = <IconCalendarTime size={20} stroke={1.75} />;

interface CallbackListProps {
  result: UseQueryResult<Callback[]>;
  now: number;
  linkTo: (callback: Callback) => string;
}

/** The whole list is here already, so its pages are cut on the spot. */
export function CallbackList({ result, now, linkTo }: CallbackListProps) {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState<number>(DEFAULT_PAGE_SIZE);
  const columns = useMemo(() => callbackColumns(now), [now]);
  const rows = result.data ?? [];
  const paging = {
    page,
    size,
    total: result.data?.length,
    onPage: setPage,
    onSize: (chosen: number) => {
      setSize(chosen);
      setPage(0);
    },
  };
  useLastPage(paging);
  return (
    <DataTable
      label="Mis rellamados"
      columns={columns}
      minWidth={READABLE_WIDTH}
      rows={rows.slice(page * size, (page + 1) * size)}
      rowKey={({ callId }) => callId}
      rowTarget={(row) => ({ to: linkTo(row), title: `${formatPhone(row.number)} ${row.name}`.trim() })}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      // The minute's quiet refetch is nobody's business; only the first answer is waited for.
      refreshing={false}
      paging={paging}
      renderCompact={(row) => <CallbackCompactRow row={row} now={now} />}
      empty={
        <EmptyState
          title="No tiene rellamados con fecha"
          reason="Al registrar un llamado con un estado de rellamado puede acordar día y hora."
          icon={CALENDAR}
        />
      }
      error={<ErrorState message={errorText(result.error)} onRetry={() => void result.refetch()} />}
    />
  );
}
