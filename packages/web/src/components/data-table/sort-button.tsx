import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import type { Direction } from './types.ts';

const Head = styled(ButtonBase)(({ theme }) => ({
  font: 'inherit',
  color: 'inherit',
  gap: 4,
  minHeight: 24,
  minWidth: 24,
  justifyContent: 'flex-start',
  borderRadius: 4,
  // Shown on the way to a click, it lies over what follows: nothing moves in the head.
  '& svg': { position: 'absolute', insetInlineStart: 'calc(100% + 2px)', zIndex: 1, opacity: 0 },
  '&:hover svg, &:focus-visible svg': { opacity: 1, background: theme.palette.surface.subtle },
  '&[data-sorted] svg': { position: 'static', opacity: 1 },
  '&[data-second]': { fontWeight: 450, color: theme.palette.text.disabled },
  '&[data-second][data-sorted]': { fontWeight: 550, color: theme.palette.text.secondary },
}));

interface SortButtonProps {
  label: string;
  /** Undefined: the list is not sorted by this. */
  sorted: Direction | undefined;
  /** The second name in a head cell steps back. */
  second?: boolean;
  onSort: () => void;
}

/** The arrow stands only on the sorted column; on the others it shows what a click would do. */
export function SortButton({ label, sorted, second = false, onSort }: SortButtonProps) {
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
