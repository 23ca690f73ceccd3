import Skeleton from '@mui/material/Skeleton';
import { appearLate, dimmedWhile, Grid } from './styles.ts';
import { TableHead } from './table-head.tsx';
import type { TableProps } from './types.ts';

const TEXT_HEIGHT = 14;

export function WideTable<R, O extends string>(props: TableProps<R, O> & { hasRows: boolean }) {
  const { columns, renderMenu, order, onOrder, label, minWidth, hasRows, state, paging } = props;
  return (
    <Grid aria-label={label} style={{ minWidth: `${minWidth / 16}rem` }}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width && `${column.width / 16}rem` }} />
        ))}
        {renderMenu && <col style={{ width: '3.25rem' }} />}
      </colgroup>
      <TableHead columns={columns} order={order} onOrder={onOrder} hasMenu={Boolean(renderMenu)} />
      {hasRows &&
        (state === 'loading' ? (
          <SkeletonRows rows={paging.size} cells={columns.length + (renderMenu ? 1 : 0)} />
        ) : (
          <Rows {...props} />
        ))}
    </Grid>
  );
}

function Rows<R, O extends string>({ columns, rows, rowKey, renderMenu, refreshing }: TableProps<R, O>) {
  return (
    <tbody style={dimmedWhile(refreshing)}>
      {rows.map((row) => (
        <tr key={rowKey(row)}>
          {columns.map(({ key, tone, align, figures, cell }) => (
            <td key={key} data-tone={tone} data-align={align} data-figures={figures ? '' : undefined}>
              {cell(row)}
            </td>
          ))}
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
