import { styled } from '@mui/material';
import { withAlpha } from '../../theme/color.ts';

const ROW = 2.5;
const ROWS_SHOWN = 8;

export const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

export const Card = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.control,
  background: theme.palette.background.paper,
  overflow: 'hidden',
  '&[data-invalid]': { borderColor: theme.palette.error.main },
}));

export const CardHead = styled('div')(({ theme }) => ({
  background: theme.palette.surface.subtle,
  borderBottom: `1px solid ${theme.palette.divider}`,
  padding: '2px 8px 8px',
}));

export const TitleLine = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: '2.5rem',
  fontSize: '0.8125rem',
  lineHeight: '1.125rem',
  '& [data-title]': { fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' },
  '& [data-count]': {
    marginInlineStart: 'auto',
    paddingInlineEnd: 4,
    flex: 'none',
    color: theme.palette.text.disabled,
    fontVariantNumeric: 'tabular-nums',
  },
}));

/** Fixed height: moving rows moves nothing else. */
export const Options = styled('div')(({ theme }) => ({
  height: `${ROW * ROWS_SHOWN}rem`,
  overflowY: 'auto',
  position: 'relative',
  outline: 0,
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${theme.palette.focusRing}` },
  '&:focus-visible [data-active]': { background: theme.palette.surface.selected },
}));

export const Option = styled('div')(({ theme }) => ({
  height: `${ROW}rem`,
  padding: '0 12px',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  fontSize: '0.84375rem',
  lineHeight: '1.125rem',
  cursor: 'pointer',
  userSelect: 'none',
  touchAction: 'manipulation',
  // Rows out of sight are not rendered.
  contentVisibility: 'auto',
  containIntrinsicSize: `auto ${ROW}rem`,
  '& + &': { borderTop: `1px solid ${withAlpha(theme.palette.divider, 0.6)}` },
  '&:hover': { background: theme.palette.action.hover },
  '&[aria-selected="true"]': { background: theme.palette.surface.selected },
  '&[aria-disabled="true"]': { cursor: 'default', color: theme.palette.text.disabled },
  '& [data-name]': { minWidth: 0, display: 'grid' },
  '& [data-name] > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { fontSize: '0.75rem', lineHeight: '0.875rem', fontWeight: 400, color: theme.palette.text.disabled },
  '& [data-note]': { marginInlineStart: 'auto', flex: 'none', fontSize: '0.75rem', color: theme.palette.text.disabled },
  // Rows of a form: no lines and no tint.
  '[data-plain] > &': {
    paddingInline: 8,
    gap: 12,
    border: 0,
    borderRadius: theme.radius.chip,
    color: theme.palette.text.secondary,
    '&[aria-selected="true"]': { color: theme.palette.text.primary, fontWeight: 550 },
    '&[aria-selected="true"]:not(:hover)': { background: 'transparent' },
    '&[aria-selected="true"]:hover': { background: theme.palette.action.hover },
    '& [data-note]': { fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
  },
}));

/** Drawn: hundreds of real checkboxes are slow. */
export const Tick = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 18,
  height: 18,
  borderRadius: 4,
  display: 'grid',
  placeItems: 'center',
  border: `1.5px solid ${theme.palette.line.strong}`,
  color: 'transparent',
  '[aria-selected="true"] > &': {
    background: theme.palette.primary.main,
    borderColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
  },
}));

export const EmptyMessage = styled('p')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  margin: 0,
  padding: 16,
  display: 'grid',
  placeItems: 'center',
  textAlign: 'center',
  fontSize: '0.8125rem',
  color: theme.palette.text.disabled,
}));

export const MoveButtons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  [theme.breakpoints.down('sm')]: { flexDirection: 'row', justifyContent: 'center' },
}));
