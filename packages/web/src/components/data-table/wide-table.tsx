import Skeleton from '@mui/material/Skeleton';
import { IconChevronRight } from '../icons.ts';
import { followRowLink, RowLink } from './row-link.tsx';
import { appearLate, Grid } from './styles.ts';
import { TableHead } from './table-head.tsx';
import type { TableProps } from './types.ts';

const TEXT_HEIGHT = 14;

export function WideTable<R, O extends string>(props: TableProps<R, O> & { hasRows: boolean }) {
  const { columns, renderMenu, rowTarget, order, onOrder, label, minWidth, hasRows, state, paging, dense } = props;
  const extra = (rowTarget ? 1 : 0) + (renderMenu ? 1 : 0);
  return (
    <Grid aria-label={label} data-dense={dense ? '' : undefined} style={{ minWidth: `${minWidth / 16}rem` }}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width && `${column.width / 16}rem` }} />
        ))}
        {rowTarget && <col style={{ width: '2.75rem' }} />}
        {renderMenu && <col style={{ width: '3.25rem' }} />}
      </colgroup>
      <TableHead
        columns={columns}
        order={order}
        onOrder={onOrder}
        hasMenu={Boolean(renderMenu)}
        hasArrow={Boolean(rowTarget)}
      />
      {hasRows &&
        (state === 'loading' ? (
          <SkeletonRows rows={paging.size} cells={columns.length + extra} />
        ) : (
          <Rows {...props} />
        ))}
    </Grid>
  );
}

function Rows<R, O extends string>(props: TableProps<R, O>) {
  const { columns, rows, rowKey, renderMenu, rowTarget } = props;
  // The name is what the link says; the rest of the row only takes its clicks.
  const naming = columns.find(({ tone }) => tone === 'strong') ?? columns[0];
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={rowKey(row)} data-linked={rowTarget ? '' : undefined} onClick={rowTarget ? followRowLink : undefined}>
          {columns.map(({ key, tone, align, figures, cell }) => (
            <td key={key} data-tone={tone} data-align={align} data-figures={figures ? '' : undefined}>
              {rowTarget && key === naming?.key ? <RowLink {...rowTarget(row)}>{cell(row)}</RowLink> : cell(row)}
            </td>
          ))}
          {rowTarget && (
            <td data-arrow>
              <IconChevronRight size={18} stroke={1.75} className="mirrored" aria-hidden />
            </td>
          )}
          {renderMenu && <td data-menu>{renderMenu(row)}</td>}
        </tr>
      ))}
    </tbody>
  );
}

/** Rows of the real height, so that nothing moves when the answer comes. */
function SkeletonRows({ rows, cells }: { rows: number; cells: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_row, row) => (
        <tr key={row}>
          {Array.from({ length: cells }, (_cell, cell) => (
            <td key={cell}>
              <Skeleton sx={appearLate} height={TEXT_HEIGHT} width={cell === 1 ? '60%' : '75%'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
