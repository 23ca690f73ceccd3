import { IconButton, Skeleton, styled, useMediaQuery, useTheme } from '@mui/material';
import { Fragment, type ReactNode, useId } from 'react';
import { useHasSpace } from '../../lib/browser/room.ts';
import { ChoiceMenu } from '../fields/choice-menu.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { GroupTitle, inGroups, RowLink } from './cells.tsx';
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
import { headsOf, type TableProps } from './types.ts';
import { WideTable } from './wide-table.tsx';
import { flexRow } from '../../theme/mixins.ts';

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

const Bar = styled('div')(({ theme }) => ({
  ...flexRow(8),
  paddingBlock: 4,
  paddingInline: '12px 4px',
  background: theme.palette.surface.subtle,
  borderTop: `1px solid ${theme.palette.divider}`,
  fontSize: '0.78125rem',
  fontWeight: 550,
  color: theme.palette.text.secondary,
}));

/** Two-line rows have no head to sort by. */
function CompactOrder<R, O extends string>({ columns, action, order, onOrder }: TableProps<R, O>) {
  const label = useId();
  if (!order || !onOrder) return null;
  const keys = [...columns.flatMap(headsOf), ...(action ? [action] : [])];
  const isAscending = order.direction === 'asc';
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  return (
    <Bar>
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
    </Bar>
  );
}
