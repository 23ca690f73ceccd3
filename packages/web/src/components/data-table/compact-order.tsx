import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { ChoiceMenu } from '../choice-menu.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import type { Column, Order } from './types.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '4px 4px 4px 12px',
  background: theme.palette.surface.subtle,
  borderTop: `1px solid ${theme.palette.divider}`,
  fontSize: '0.78125rem',
  fontWeight: 550,
  color: theme.palette.text.secondary,
}));

interface CompactOrderProps<R, O extends string> {
  columns: readonly Column<R, O>[];
  order: Order<O>;
  onOrder: (order: Order<O>) => void;
}

/** Two-line rows have no head to click: the same orders as a choice. */
export function CompactOrder<R, O extends string>({ columns, order, onOrder }: CompactOrderProps<R, O>) {
  const keys = columns.flatMap(({ heads }) => heads.flatMap((head) => ('by' in head ? [head] : [])));
  const label = useId();
  const isAscending = order.direction === 'asc';
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  return (
    <Bar>
      <span id={label}>Ordenar por</span>
      <ChoiceMenu
        labelledBy={label}
        value={order.by}
        options={keys.map(({ by, label: name }) => ({ value: by, label: name }))}
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
