import type { Theme } from '@mui/material';
import type { RADIUS } from './tokens.ts';

/** Style objects for `styled`; in `sx` use the parts of components/layout.tsx. */
export const flexRow = (gap: number | string, display: 'flex' | 'inline-flex' = 'flex') =>
  ({ display, alignItems: 'center', gap }) as const;

export const flexColumn = (gap: number) => ({ display: 'flex', flexDirection: 'column', gap }) as const;

/** A box of fixed size with its content in the middle. */
export const square = (size: number | string) =>
  ({ flex: 'none', display: 'grid', placeItems: 'center', width: size, height: size }) as const;

export const outlinedCard = (theme: Theme, radius: keyof typeof RADIUS = 'card') => ({
  border: `1px solid ${theme.palette.line.soft}`,
  borderRadius: theme.radius[radius],
  background: theme.palette.background.paper,
});

/** The name of a row that leads to its page. */
export const nameUnderline = (theme: Theme) => ({
  color: theme.palette.primary.main,
  textDecoration: 'underline',
  textDecorationColor: theme.palette.line.strong,
  textUnderlineOffset: 3,
});

/** One line that ends in an ellipsis. */
export const ELLIPSIS = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Two lines, the second one ends in an ellipsis. */
export const TWO_LINES = {
  display: '-webkit-box',
  overflow: 'hidden',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  textWrap: 'balance',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const;

export const PLAIN_FIELDSET = { border: 0, margin: 0, padding: 0, minWidth: 0 } as const;
