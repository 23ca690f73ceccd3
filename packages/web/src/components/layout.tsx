import { Box, type BoxProps, styled } from '@mui/material';
import { flexRow } from '../theme/mixins.ts';

/** Layout parts of the pages; anything else goes into `sx`. */

interface PartProps extends Omit<BoxProps, 'gap'> {
  /** In steps of 4 px. */
  gap?: number;
}

const part = (displayName: string, base: (gap?: number) => object) =>
  Object.assign(
    ({ gap, sx, ...props }: PartProps) => (
      <Box {...props} sx={[base(gap), ...(Array.isArray(sx) ? sx : sx ? [sx] : [])]} />
    ),
    { displayName },
  );

/** Row, centred, wraps. */
export const Inline = part('Inline', (gap = 2) => ({ ...flexRow(gap), flexWrap: 'wrap' }));
/** Row, centred, one line. */
export const Line = part('Line', (gap = 2) => flexRow(gap));
/** Row with its parts at both ends. */
export const Spread = part('Spread', (gap = 3) => ({
  ...flexRow(gap),
  flexWrap: 'wrap',
  justifyContent: 'space-between',
}));
/** Buttons at the end of a line. */
export const Actions = part('Actions', (gap = 2) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap,
}));
/** Column; long content cannot widen it. */
export const Stacked = part('Stacked', (gap = 4) => ({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap }));
/** Two equal columns, one on a phone. `data-wide` takes a whole row. */
export const Halves = part('Halves', (gap = 4) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  '& > [data-wide]': { gridColumn: '1 / -1' },
}));
export const Centered = part('Centered', (gap = 4) => ({ display: 'grid', placeItems: 'center', gap }));
export const Muted = part('Muted', () => ({ typography: 'body2', color: 'text.secondary' }));
/** Secondary text that matters less. */
export const Faint = part('Faint', () => ({ typography: 'body2', color: 'text.disabled' }));
/** Smallest text: a unit, a date, a hint. */
export const Hint = part('Hint', () => ({ typography: 'caption', color: 'text.disabled' }));
/** What a row is called. */
export const RowName = part('RowName', () => ({ typography: 'cell', fontWeight: 550, overflowWrap: 'anywhere' }));
/** Takes the remaining room of a line; long words break. */
export const Grow = part('Grow', () => ({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }));
/** In the middle of secondary text. */
export const Strong = styled('b')(({ theme }) => ({ fontWeight: 600, color: theme.palette.text.primary }));
export const Figures = part('Figures', () => ({ fontVariantNumeric: 'tabular-nums' }));

export const PlainList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
export const RuledList = styled(PlainList)(({ theme }) => ({
  '& > li': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));
