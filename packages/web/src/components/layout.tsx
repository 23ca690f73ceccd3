import { Box, type BoxProps, styled } from '@mui/material';

/** The parts that pages are laid out with. What they leave open goes into `sx`. */

interface PartProps extends Omit<BoxProps, 'gap'> {
  /** In steps of the grid. */
  gap?: number;
}

const part = (displayName: string, base: (gap?: number) => object) =>
  Object.assign(
    ({ gap, sx, ...props }: PartProps) => (
      <Box {...props} sx={[base(gap), ...(Array.isArray(sx) ? sx : sx ? [sx] : [])]} />
    ),
    { displayName },
  );

/** Side by side and centred; wraps where there is no room. */
export const Inline = part('Inline', (gap = 2) => ({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap }));
/** Side by side and centred, on one line. */
export const Line = part('Line', (gap = 2) => ({ display: 'flex', alignItems: 'center', gap }));
/** A line whose parts go to its two ends. */
export const Spread = part('Spread', (gap = 3) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap,
}));
/** Buttons at the end of what they belong to. */
export const Actions = part('Actions', (gap = 2) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap,
}));
/** One below the other; long content cannot widen it. */
export const Stacked = part('Stacked', (gap = 4) => ({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap }));
/** Two columns of the same width, one on a phone. `data-wide` takes a whole row. */
export const Halves = part('Halves', (gap = 4) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  '& > [data-wide]': { gridColumn: '1 / -1' },
}));
/** What fills the middle of an empty card. */
export const Centered = part('Centered', (gap = 4) => ({ display: 'grid', placeItems: 'center', gap }));
/** A second thought: smaller and greyer than the text around it. */
export const Muted = part('Muted', () => ({ typography: 'body2', color: 'text.secondary' }));
/** Smaller still: a unit, a date, a hint. */
export const Hint = part('Hint', () => ({ typography: 'caption', color: 'text.disabled' }));
/** The part of a line that takes the room that is left; long words break. */
export const Grow = part('Grow', () => ({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }));
/** Digits of the same width, so that figures stand below each other and do not move while they change. */
export const Figures = part('Figures', () => ({ fontVariantNumeric: 'tabular-nums' }));

/** A list without bullets and indent. */
export const PlainList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
/** With a hairline above each entry. */
export const RuledList = styled(PlainList)(({ theme }) => ({
  '& > li': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));
