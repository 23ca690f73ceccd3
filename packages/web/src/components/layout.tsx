import { Box, type BoxProps } from '@mui/material';

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
