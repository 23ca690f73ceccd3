import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { RowGroup } from '../../../components/data-table/types.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconCalendarTime, IconClockExclamation, IconPhone } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { errorText } from '../../../lib/error-text.ts';
import type { Callback } from '../api/callbacks.ts';
import { GROUP_TITLES, groupOf, isDue } from '../callback-words.ts';
import type { CallbackListState } from '../use-callback-list.ts';
import { callbackColumns } from './callback-columns.tsx';
import { CallbackCompactRow } from './callback-compact-row.tsx';

const READABLE_WIDTH = 980;
const CALENDAR = <IconCalendarTime size={20} stroke={1.75} />;

/** With a sign besides the colour of its hours (UX-18). */
const LATE_TITLE = (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, '& svg': { color: 'soft.brass.text' } }}
  >
    <IconClockExclamation size={18} stroke={1.75} aria-hidden />
    {GROUP_TITLES.due}
  </Box>
);

interface CallbackListProps {
  result: UseQueryResult<Callback[]>;
  list: CallbackListState;
  now: number;
  linkTo: (callback: Callback) => string;
}

/** What is late, what is still to come today, and the rest (design 15). */
export function CallbackList({ result, list, now, linkTo }: CallbackListProps) {
  const columns = useMemo(() => callbackColumns(now), [now]);
  const { matching = [], shown } = list;
  const callable = (callback: Callback) => callback.openForCalls && isDue(callback.callbackAt, now);
  // Soonest first: the one that waits longest is the one to call.
  const oldest = matching.find(callable)?.callId;
  const group = ({ callbackAt }: Callback): RowGroup => {
    const key = groupOf(callbackAt, now);
    const count = matching.filter((callback) => groupOf(callback.callbackAt, now) === key).length;
    return { key, title: key === 'due' ? LATE_TITLE : GROUP_TITLES[key], count };
  };
  const callButton = (callback: Callback) =>
    callable(callback) ? (
      <Button
        size="small"
        variant={callback.callId === oldest ? 'contained' : 'outlined'}
        component={Link}
        to={linkTo(callback)}
        startIcon={<IconPhone size={16} stroke={1.75} aria-hidden />}
        sx={{ height: { xs: '2.5rem', md: '2rem' } }}
      >
        Llamar<VisuallyHidden> al {formatPhone(callback.number)}</VisuallyHidden>
      </Button>
    ) : null;
  return (
    <DataTable
      label="Mis rellamados"
      columns={columns}
      minWidth={READABLE_WIDTH}
      dense
      rows={shown}
      rowKey={({ callId }) => callId}
      rowTarget={(row) => ({ to: linkTo(row), title: `${formatPhone(row.number)} ${row.name}`.trim() })}
      groupOf={group}
      action={{ label: 'Llamar', width: 128, render: callButton }}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      // The minute's quiet refetch is nobody's business; only the first answer is waited for.
      refreshing={false}
      paging={list.paging}
      renderCompact={(row) => <CallbackCompactRow row={row} now={now} />}
      empty={
        result.data?.length ? (
          <EmptyState
            title="No se encontraron registros"
            reason="Ningún rellamado coincide con lo buscado."
            action={
              <Button variant="text" size="small" onClick={list.onClear}>
                Limpiar búsqueda
              </Button>
            }
          />
        ) : (
          <EmptyState
            title="No tiene rellamados con fecha"
            reason="Al registrar un llamado con un estado de rellamado puede acordar día y hora."
            icon={CALENDAR}
          />
        )
      }
      error={<ErrorState message={errorText(result.error)} onRetry={() => void result.refetch()} />}
    />
  );
}
