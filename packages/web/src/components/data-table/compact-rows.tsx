import Skeleton from '@mui/material/Skeleton';
import { RowLink } from './row-link.tsx';
import { appearLate, CompactList } from './styles.ts';
import type { TableProps } from './types.ts';

const TEXT_HEIGHT = 14;

/** The rows as two lines each, for screens too narrow for columns. */
export function CompactRows<R, O extends string>(props: TableProps<R, O>) {
  const { rows, rowKey, renderMenu, renderCompact, rowTarget, state, paging, label, dense } = props;
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
  return (
    <CompactList aria-label={label} data-dense={isDense}>
      {rows.map((row) => (
        <li key={rowKey(row)} data-linked={rowTarget ? '' : undefined}>
          <div style={{ flex: 1, minWidth: 0 }}>
            {rowTarget ? <RowLink {...rowTarget(row)}>{renderCompact(row)}</RowLink> : renderCompact(row)}
          </div>
          {renderMenu?.(row)}
        </li>
      ))}
    </CompactList>
  );
}
