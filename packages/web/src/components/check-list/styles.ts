import { styled } from '@mui/material/styles';
import { Option } from '../transfer-list/styles.ts';

export const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 6,
  marginBottom: 6,
  fontSize: '0.8125rem',
  lineHeight: '1.125rem',
  '& [data-title]': { fontWeight: 550 },
  '& [data-count]': { color: theme.palette.text.disabled, fontVariantNumeric: 'tabular-nums' },
  '& button': { marginInlineStart: 'auto', font: 'inherit', fontWeight: 550 },
}));

export const Place = styled('div')({ position: 'relative' });

/** Rows of a form, not of a card: no lines between them, and a chosen one is stronger, not tinted. */
export const Row = styled(Option)(({ theme }) => ({
  height: '2.5rem',
  paddingInline: 8,
  gap: 12,
  borderRadius: theme.radius.chip,
  color: theme.palette.text.secondary,
  '& + &': { borderTop: 0 },
  '&[aria-selected="true"]': { background: 'transparent', color: theme.palette.text.primary, fontWeight: 550 },
  '&[aria-selected="true"]:hover': { background: theme.palette.action.hover },
  '& [data-note]': { fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
}));

export const Names = styled('span')(({ theme }) => ({
  minWidth: 0,
  display: 'grid',
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { fontSize: '0.75rem', lineHeight: '0.875rem', fontWeight: 400, color: theme.palette.text.disabled },
}));
