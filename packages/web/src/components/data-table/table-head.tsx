import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import { SortButton } from './sort-button.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import type { Column, Order } from './types.ts';

const HeadRow = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' });

interface TableHeadProps<R, O extends string> {
  columns: readonly Column<R, O>[];
  order: Order<O> | undefined;
  onOrder: ((order: Order<O>) => void) | undefined;
  /** Names the column of the rows' own button. */
  action: string | undefined;
  hasMenu: boolean;
  /** Rows lead somewhere: room for their arrow. */
  hasArrow: boolean;
}

export function TableHead<R, O extends string>(props: TableHeadProps<R, O>) {
  const { columns, order, onOrder, action, hasMenu, hasArrow } = props;
  const sortBy = (by: O) =>
    onOrder?.({ by, direction: order?.by === by && order.direction === 'asc' ? 'desc' : 'asc' });
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const isSorted = order !== undefined && column.heads.some((head) => 'by' in head && head.by === order.by);
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              aria-sort={isSorted ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              <HeadRow>
                {column.heads.map((head, place) => (
                  <Fragment key={head.label}>
                    {place > 0 && <span aria-hidden>·</span>}
                    {'by' in head ? (
                      <SortButton
                        label={head.label}
                        second={place > 0}
                        sorted={order && head.by === order.by ? order.direction : undefined}
                        onSort={() => sortBy(head.by)}
                      />
                    ) : (
                      head.label
                    )}
                  </Fragment>
                ))}
              </HeadRow>
            </th>
          );
        })}
        {hasArrow && <td aria-hidden />}
        {action && (
          <th scope="col" data-action>
            <VisuallyHidden>{action}</VisuallyHidden>
          </th>
        )}
        {hasMenu && (
          <th scope="col" data-menu>
            <VisuallyHidden>Acciones</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}
