import { DEFAULT_PAGE_SIZE } from '@campanero/contract/limits';
import { ButtonBase, IconButton, Skeleton, styled, useMediaQuery, useTheme } from '@mui/material';
import { Fragment, type ReactNode, useId } from 'react';
import { useHasSpace } from '../../lib/browser/room.ts';
import { ChoiceMenu } from '../fields/choice-menu.tsx';
import { IconArrowDown, IconArrowUp, IconChevronRight } from '../icons.ts';
import { Line } from '../layout.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { followRowLink, GroupTitle, inGroups, RowLink } from './cells.tsx';
import { Grid } from './cut-text.tsx';
import { Pager, rangeText } from './pager.tsx';
import {
  appearDelayed,
  BodyMessage,
  CompactGroup,
  CompactList,
  ProgressLine,
  TableCard,
  TableScroll,
} from './styles.ts';
import { type Direction, headsOf, type TableProps } from './types.ts';

interface DataTableProps<R, O extends string> extends TableProps<R, O> {
  toolbar?: ReactNode;
  empty: ReactNode;
  error: ReactNode;
}

/** Minimum height of a table that scrolls in its card. */
const LEAST_ROOM = 520;

export function DataTable<R, O extends string>({ toolbar, empty, error, ...table }: DataTableProps<R, O>) {
  const theme = useTheme();
  const isMobile = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const isCompact = !useHasSpace(LEAST_ROOM) || isMobile;
  const { label, state, refreshing, rows, paging } = table;
  const hasRows = state === 'loading' || (state === 'ready' && rows.length > 0);
  return (
    <TableCard aria-label={label} data-bare={toolbar ? undefined : ''} aria-busy={state === 'loading' || refreshing}>
      {toolbar}
      {isCompact && <CompactOrder {...table} />}
      {/* A head alone does not scroll: no row could be reached by keyboard. */}
      <TableScroll style={hasRows ? undefined : { overflowX: 'clip' }}>
        {refreshing && <ProgressLine style={{ top: isCompact ? 0 : '2.25rem' }} />}
        {isCompact ? hasRows && <CompactRows {...table} /> : <WideTable {...table} hasRows={hasRows} />}
      </TableScroll>
      {state === 'error' && <BodyMessage>{error}</BodyMessage>}
      {state === 'ready' && rows.length === 0 && <BodyMessage>{empty}</BodyMessage>}
      {!paging.isWhole && <Pager {...paging} />}
      <VisuallyHidden role="status">{state === 'ready' ? `${label}: ${rangeText(paging)}` : ''}</VisuallyHidden>
    </TableCard>
  );
}

const TEXT_HEIGHT = 14;

function CompactRows<R, O extends string>(props: TableProps<R, O>) {
  const { rows, groupOf, state, paging, label, dense } = props;
  const id = useId();
  const isDense = dense ? '' : undefined;
  if (state === 'loading')
    return (
      <CompactList aria-hidden data-dense={isDense}>
        {Array.from({ length: paging.size }, (_, place) => (
          <li key={place}>
            <Skeleton sx={appearDelayed} height={TEXT_HEIGHT} width="70%" />
          </li>
        ))}
      </CompactList>
    );
  return inGroups(rows, groupOf).map(({ group, rows: together }) => (
    <Fragment key={group?.key ?? 'all'}>
      {group && (
        <CompactGroup id={`${id}${group.key}`}>
          <GroupTitle group={group} />
        </CompactGroup>
      )}
      <CompactList
        aria-label={group ? undefined : label}
        aria-labelledby={group && `${id}${group.key}`}
        data-dense={isDense}
      >
        {together.map((row) => (
          <CompactRow key={props.rowKey(row)} {...props} row={row} />
        ))}
      </CompactList>
    </Fragment>
  ));
}

function CompactRow<R, O extends string>(props: TableProps<R, O> & { row: R }) {
  const { row, columns, action, renderMenu, renderCompact, rowTarget, compactTarget = rowTarget } = props;
  const button = action?.render(row);
  return (
    <li data-linked={compactTarget ? '' : undefined} data-acted={button ? '' : undefined}>
      {columns[0]?.headControl && columns[0].cell(row)}
      <div style={{ flex: 1, minWidth: 0 }}>
        {compactTarget ? <RowLink {...compactTarget(row)}>{renderCompact(row)}</RowLink> : renderCompact(row)}
      </div>
      {renderMenu?.(row)}
      {button && <div data-action>{button}</div>}
    </li>
  );
}

const HEAD_TEXT = { fontSize: '0.78125rem', fontWeight: 550, color: 'text.secondary' };

/** Two-line rows have no head to sort by. */
function CompactOrder<R, O extends string>({ columns, action, order, onOrder }: TableProps<R, O>) {
  const label = useId();
  if (!order || !onOrder) return null;
  const keys = [...columns.flatMap(headsOf), ...(action ? [action] : [])];
  const isAscending = order.direction === 'asc';
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  return (
    <Line
      sx={{
        py: 1,
        paddingInline: '12px 4px',
        bgcolor: 'surface.subtle',
        borderTop: 1,
        borderColor: 'divider',
        ...HEAD_TEXT,
      }}
    >
      {columns[0]?.headControl}
      <span id={label}>Ordenar por</span>
      <ChoiceMenu
        labelledBy={label}
        value={order.by}
        options={keys.flatMap(({ by, label: name }) => (by === undefined ? [] : [{ value: by, label: name }]))}
        onChange={(by) => onOrder({ ...order, by })}
        style={{ flex: 1, minWidth: 0, height: 40 }}
      />
      <IconButton
        aria-label={isAscending ? 'Ascendente. Cambiar a descendente' : 'Descendente. Cambiar a ascendente'}
        onClick={() => onOrder({ ...order, direction: isAscending ? 'desc' : 'asc' })}
      >
        <Arrow size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </Line>
  );
}

function WideTable<R, O extends string>(props: TableProps<R, O> & { hasRows: boolean }) {
  const { columns, action, renderMenu, rowTarget, label, minWidth, hasRows, state, paging, dense } = props;
  const hasArrow = Boolean(rowTarget) && !action;
  const cells = columns.length + (hasArrow || action ? 1 : 0) + (renderMenu ? 1 : 0);
  return (
    <Grid
      aria-label={label}
      data-dense={dense ? '' : undefined}
      data-few={paging.size === DEFAULT_PAGE_SIZE && !paging.isWhole ? '' : undefined}
      style={{ minWidth: `${minWidth / 16}rem` }}
    >
      <colgroup>
        {columns.map((column) => (
          <col key={column.head} style={{ width: column.width && `${column.width / 16}rem` }} />
        ))}
        {hasArrow && <col style={{ width: '2.75rem' }} />}
        {action && <col style={{ width: `${action.width / 16}rem` }} />}
        {renderMenu && <col style={{ width: '3.25rem' }} />}
      </colgroup>
      <TableHead {...props} hasArrow={hasArrow} />
      {hasRows &&
        (state === 'loading' ? (
          <SkeletonRows rows={paging.size} cells={cells} />
        ) : (
          inGroups(props.rows, props.groupOf).map(({ group, rows }) => (
            <tbody key={group?.key ?? 'all'}>
              {group && (
                <tr data-group>
                  <th scope="rowgroup" colSpan={cells}>
                    <GroupTitle group={group} />
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
  // The naming cell holds the link.
  const naming = columns.find(({ tone }) => tone === 'strong') ?? columns[0];
  return (
    <>
      {rows.map((row) => (
        <tr key={rowKey(row)} data-linked={rowTarget ? '' : undefined} onClick={rowTarget ? followRowLink : undefined}>
          {columns.map(({ head, tone, align, figures, cell }) => (
            <td key={head} data-tone={tone} data-align={align} data-figures={figures ? '' : undefined}>
              {rowTarget && head === naming?.head ? <RowLink {...rowTarget(row)}>{cell(row)}</RowLink> : cell(row)}
            </td>
          ))}
          {rowTarget && !action && (
            <td data-arrow>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </td>
          )}
          {action && <td data-action>{action.render(row) ?? action.otherwise?.(row)}</td>}
          {renderMenu && <td data-menu>{renderMenu(row)}</td>}
        </tr>
      ))}
    </>
  );
}

function SkeletonRows({ rows, cells }: { rows: number; cells: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_row, row) => (
        <tr key={row}>
          {Array.from({ length: cells }, (_cell, cell) => (
            <td key={cell}>
              <Skeleton sx={appearDelayed} height={TEXT_HEIGHT} width={cell === 1 ? '60%' : '75%'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const HeadRow = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' });

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

function TableHead<R, O extends string>(props: TableProps<R, O> & { hasArrow: boolean }) {
  const { columns, order, onOrder, action, renderMenu, hasArrow } = props;
  const sortedBy = (by: O | undefined) => (order && order.by === by ? order.direction : undefined);
  const sortBy = (by: O) =>
    onOrder?.({ by, direction: order?.by === by && order.direction === 'asc' ? 'desc' : 'asc' });
  const actionSorted = action?.by && sortedBy(action.by);
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const heads = headsOf(column);
          const sorted = heads.map(({ by }) => by && sortedBy(by)).find(Boolean);
          return (
            <th key={column.head} scope="col" data-align={column.align} aria-sort={sorted ? SORTED[sorted] : undefined}>
              <HeadRow>
                {column.headControl}
                {(column.headControl ? [] : heads).map(({ label, by }, place) => (
                  <Fragment key={label}>
                    {place > 0 && <span aria-hidden>·</span>}
                    {by === undefined ? (
                      label
                    ) : (
                      <SortButton label={label} second={place > 0} sorted={sortedBy(by)} onSort={() => sortBy(by)} />
                    )}
                  </Fragment>
                ))}
              </HeadRow>
            </th>
          );
        })}
        {hasArrow && <td aria-hidden />}
        {action && (
          <th scope="col" data-action aria-sort={actionSorted && SORTED[actionSorted]}>
            {action.by === undefined ? (
              <VisuallyHidden>{action.label}</VisuallyHidden>
            ) : (
              <SortButton label={action.label} sorted={actionSorted} onSort={() => sortBy(action.by!)} />
            )}
          </th>
        )}
        {renderMenu && (
          <th scope="col" data-menu>
            <VisuallyHidden>Acciones</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

const Head = styled(ButtonBase)(({ theme }) => ({
  font: 'inherit',
  color: 'inherit',
  gap: 4,
  minHeight: 24,
  minWidth: 24,
  justifyContent: 'flex-start',
  borderRadius: 4,
  // Absolute, so that nothing moves on hover.
  '& svg': { position: 'absolute', insetInlineStart: 'calc(100% + 2px)', zIndex: 1, opacity: 0 },
  '&:hover svg, &:focus-visible svg': { opacity: 1, background: theme.palette.surface.subtle },
  '&[data-sorted] svg': { position: 'static', opacity: 1 },
  '&[data-second]': { fontWeight: 450, color: theme.palette.text.disabled },
  '&[data-second][data-sorted]': { fontWeight: 550, color: theme.palette.text.secondary },
}));

interface SortButtonProps {
  label: string;
  sorted: Direction | undefined;
  second?: boolean;
  onSort: () => void;
}

/** On unsorted columns the arrow appears on hover. */
function SortButton({ label, sorted, second = false, onSort }: SortButtonProps) {
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <Head
      onClick={onSort}
      data-sorted={sorted ? '' : undefined}
      data-second={second ? '' : undefined}
      title={`Ordenar por ${label.toLowerCase()}`}
    >
      {label}
      <Arrow size={14} stroke={2} aria-hidden />
    </Head>
  );
}
