import { formatCount } from '@campanero/contract/shared/numbers';
import Skeleton from '@mui/material/Skeleton';
import { Fragment, useId } from 'react';
import { inGroups } from './row-groups.ts';
import { RowLink } from './row-link.tsx';
import { appearLate, CompactGroup, CompactList, GroupTitle } from './styles.ts';
import type { TableProps } from './types.ts';

const TEXT_HEIGHT = 14;

/** The rows as two lines each, for screens too narrow for columns. */
export function CompactRows<R, O extends string>(props: TableProps<R, O>) {
  const { rows, groupOf, state, paging, label, dense } = props;
  const id = useId();
  const isDense = dense ? '' : undefined;
  if (state === 'loading')
    return (
      <CompactList aria-hidden data-dense={isDense}>
        {Array.from({ length: paging.size }, (_, place) => (
          <li key={place}>
            <Skeleton sx={appearLate} height={TEXT_HEIGHT} width="70%" />
          </li>
        ))}
      </CompactList>
    );
  return inGroups(rows, groupOf).map(({ group, rows: together }) => (
    <Fragment key={group?.key ?? 'all'}>
      {group && (
        <CompactGroup id={`${id}${group.key}`}>
          <GroupTitle>
            {group.title} <small>{formatCount(group.count)}</small>
          </GroupTitle>
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
  const { row, action, renderMenu, renderCompact, rowTarget, compactTarget = rowTarget } = props;
  const button = action?.render(row);
  return (
    <li data-linked={compactTarget ? '' : undefined} data-acted={button ? '' : undefined}>
      <div style={{ flex: 1, minWidth: 0 }}>
        {compactTarget ? <RowLink {...compactTarget(row)}>{renderCompact(row)}</RowLink> : renderCompact(row)}
      </div>
      {renderMenu?.(row)}
      {button && <div data-action>{button}</div>}
    </li>
  );
}
