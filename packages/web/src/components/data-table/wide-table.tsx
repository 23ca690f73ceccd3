import Skeleton from '@mui/material/Skeleton';
import { IconChevronRight } from '../icons.ts';
import { formatCount } from '@campanero/contract/shared/numbers';
import { inGroups } from './row-groups.ts';
import { followRowLink, RowLink } from './row-link.tsx';
import { appearLate, Grid, GroupTitle } from './styles.ts';
import { TableHead } from './table-head.tsx';
import type { TableProps } from './types.ts';

const TEXT_HEIGHT = 14;

export function WideTable<R, O extends string>(props: TableProps<R, O> & { hasRows: boolean }) {
  const { columns, action, renderMenu, rowTarget, order, onOrder, label, minWidth, hasRows, state, paging, dense } =
    props;
  // A row's own button stands where the arrow would.
  const hasArrow = Boolean(rowTarget) && !action;
  const cells = columns.length + (hasArrow || action ? 1 : 0) + (renderMenu ? 1 : 0);
  return (
    <Grid aria-label={label} data-dense={dense ? '' : undefined} style={{ minWidth: `${minWidth / 16}rem` }}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width && `${column.width / 16}rem` }} />
        ))}
        {hasArrow && <col style={{ width: '2.75rem' }} />}
        {action && <col style={{ width: `${action.width / 16}rem` }} />}
        {renderMenu && <col style={{ width: '3.25rem' }} />}
      </colgroup>
      <TableHead
        columns={columns}
        order={order}
        onOrder={onOrder}
        action={action?.label}
        hasMenu={Boolean(renderMenu)}
        hasArrow={hasArrow}
      />
      {hasRows &&
        (state === 'loading' ? (
          <SkeletonRows rows={paging.size} cells={cells} />
        ) : (
          inGroups(props.rows, props.groupOf).map(({ group, rows }) => (
            <tbody key={group?.key ?? 'all'}>
              {group && (
                <tr data-group>
                  <th scope="rowgroup" colSpan={cells}>
                    <GroupTitle>
                      {group.title} <small>{formatCount(group.count)}</small>
                    </GroupTitle>
                  </th>
                </tr>
              )}
              <Rows {...props} rows={rows} />
            </tbody>
          ))
        ))}
    </Grid>
  );
}

function Rows<R, O extends string>(props: TableProps<R, O>) {
  const { columns, rows, rowKey, action, renderMenu, rowTarget } = props;
  // The name is what the link says; the rest of the row only takes its clicks.
  const naming = columns.find(({ tone }) => tone === 'strong') ?? columns[0];
  return (
    <>
      {rows.map((row) => (
        <tr key={rowKey(row)} data-linked={rowTarget ? '' : undefined} onClick={rowTarget ? followRowLink : undefined}>
          {columns.map(({ key, tone, align, wraps, figures, cell }) => (
            <td
              key={key}
              data-tone={tone}
              data-align={align}
              data-wraps={wraps ? '' : undefined}
              data-figures={figures ? '' : undefined}
            >
              {rowTarget && key === naming?.key ? <RowLink {...rowTarget(row)}>{cell(row)}</RowLink> : cell(row)}
            </td>
          ))}
          {rowTarget && !action && (
            <td data-arrow>
              <IconChevronRight size={18} stroke={1.75} className="mirrored" aria-hidden />
            </td>
          )}
          {action && <td data-action>{action.render(row)}</td>}
          {renderMenu && <td data-menu>{renderMenu(row)}</td>}
        </tr>
      ))}
    </>
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
