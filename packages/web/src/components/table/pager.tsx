import { PAGE_SIZES } from '@campanero/contract/limits';
import { formatCount } from '@campanero/contract/shared/numbers';
import { IconButton, styled } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { ChoiceMenu } from '../fields/choice-menu.tsx';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { Line } from '../layout.tsx';
import { Tooltip } from '../tooltip.tsx';
import type { Paging } from './types.ts';
import { flexRow } from '../../theme/mixins.ts';

const Bar = styled('div')(({ theme }) => ({
  ...flexRow(8),
  flexWrap: 'wrap',
  minHeight: '2.875rem',
  paddingInline: '1rem 0.5rem',
  fontSize: '0.8125rem',
  color: theme.palette.text.secondary,
  borderTop: `1px solid ${theme.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
}));

/** "1–10 de 48". */
export function rangeText({ page, size, total, shown }: Pick<Paging, 'page' | 'size' | 'total' | 'shown'>): string {
  const first = page * size + 1;
  if (total === undefined) return shown ? `${formatCount(first)}–${formatCount(first + shown - 1)} de …` : '';
  if (total === 0) return '0 de 0';
  return `${formatCount(first)}–${formatCount(Math.min(first + size - 1, total))} de ${formatCount(total)}`;
}

export function Pager({ page, size, total, shown, onPage, onSize }: Paging) {
  const label = useId();
  return (
    <Bar>
      <Line component="span" data-no-print="">
        <span id={label}>Filas por página</span>
        {onSize ? (
          <ChoiceMenu
            labelledBy={label}
            value={size}
            options={PAGE_SIZES.map((option) => ({ value: option, label: String(option) }))}
            onChange={onSize}
          />
        ) : (
          <b style={{ fontWeight: 600 }}>{size}</b>
        )}
      </Line>
      {/* Both buttons wrap together. */}
      <span style={{ marginInlineStart: 'auto', display: 'flex', alignItems: 'center', gap: 8 }}>
        <span style={{ paddingInlineEnd: 12 }}>{rangeText({ page, size, total, shown })}</span>
        <PageButtons page={page} size={size} total={total} shown={shown} onPage={onPage} />
      </span>
    </Bar>
  );
}

/** Pager of a narrow list with a fixed page size. */
export const PageTurner = (paging: Paging) => (
  <Bar>
    <span style={{ marginInlineEnd: 'auto' }}>{rangeText(paging)}</span>
    <PageButtons {...paging} />
  </Bar>
);

function PageButtons({ page, size, total, shown, onPage }: Paging) {
  const lastPage = total === undefined && shown === size ? Infinity : Math.max(0, Math.ceil((total ?? 0) / size) - 1);
  const buttons = [
    { label: 'Página anterior', Icon: IconChevronLeft, to: page - 1, disabled: page === 0 },
    { label: 'Página siguiente', Icon: IconChevronRight, to: page + 1, disabled: page >= lastPage },
  ];
  return buttons.map(({ label, Icon, to, disabled }) => (
    <Tooltip key={label} title={disabled ? '' : label}>
      {/* A disabled button fires no events; the tooltip listens on the span. */}
      <span>
        <IconButton aria-label={label} disabled={disabled} onClick={() => onPage(to)} style={{ height: 36, width: 36 }}>
          <Icon size={18} stroke={2} aria-hidden />
        </IconButton>
      </span>
    </Tooltip>
  ));
}

/** Goes to the last page if the current one no longer exists. */
export function useLastPage({ page, size, total, onPage }: Paging): void {
  const last = total === undefined ? page : Math.max(0, Math.ceil(total / size) - 1);
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
}

/** Pages a list that is loaded as a whole; `pager` is false for one page. */
export function usePages<T>(items: readonly T[], size: number) {
  const [page, setPage] = useState(0);
  return {
    shown: items.slice(page * size, (page + 1) * size),
    pager: items.length > size && <Pager page={page} size={size} total={items.length} onPage={setPage} />,
  };
}

/** Page and size of a list that are not in the address; `pagerOf` is false for a single page. */
export function useSlice() {
  const [slice, setSlice] = useState<{ page: number; size: number }>({ page: 0, size: PAGE_SIZES[0] });
  return {
    query: { pageNumber: String(slice.page), pageSize: String(slice.size) },
    pagerOf: (total: number) =>
      total > PAGE_SIZES[0] && (
        <Pager
          {...slice}
          total={total}
          onPage={(page) => setSlice({ ...slice, page })}
          onSize={(size) => setSlice({ page: 0, size })}
        />
      ),
  };
}

export const wholeList = (total: number | undefined): Paging => ({
  page: 0,
  size: Math.max(total ?? 0, 5),
  total,
  onPage: () => {},
  isWhole: true,
});
