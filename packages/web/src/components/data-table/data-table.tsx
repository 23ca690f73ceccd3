import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { CompactOrder } from './compact-order.tsx';
import { CompactRows } from './compact-rows.tsx';
import { Pager, rangeText } from './pager.tsx';
import { BodyMessage, ProgressLine, TableCard, TableScroll } from './styles.ts';
import type { TableProps } from './types.ts';
import { WideTable } from './wide-table.tsx';

interface DataTableProps<R, O extends string> extends TableProps<R, O> {
  toolbar?: ReactNode;
  empty: ReactNode;
  error: ReactNode;
}

/** One card: toolbar, head, rows, pager (design 6). Paged, sorted and filtered by the server; knows nothing of what it lists. */
export function DataTable<R, O extends string>({ toolbar, empty, error, ...table }: DataTableProps<R, O>) {
  const theme = useTheme();
  const isCompact = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const { label, state, refreshing, rows, columns, order, onOrder, paging } = table;
  const hasRows = state === 'loading' || (state === 'ready' && rows.length > 0);
  return (
    <TableCard aria-label={label} data-bare={toolbar ? undefined : ''} aria-busy={state === 'loading' || refreshing}>
      {toolbar}
      {isCompact && order && onOrder && <CompactOrder columns={columns} order={order} onOrder={onOrder} />}
      <TableScroll>
        {refreshing && <ProgressLine style={{ top: isCompact ? 0 : '2.25rem' }} />}
        {isCompact ? hasRows && <CompactRows {...table} /> : <WideTable {...table} hasRows={hasRows} />}
      </TableScroll>
      {state === 'error' && <BodyMessage>{error}</BodyMessage>}
      {state === 'ready' && rows.length === 0 && <BodyMessage>{empty}</BodyMessage>}
      <Pager {...paging} />
      <VisuallyHidden role="status">{state === 'ready' ? `${label}: ${rangeText(paging)}` : ''}</VisuallyHidden>
    </TableCard>
  );
}
