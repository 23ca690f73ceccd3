import { styled } from '@mui/material';
import { outlinedCard } from '../theme/mixins.ts';
import { type ShortcutId, useKeyCaps } from '../lib/shortcuts.ts';

export const KeyCap = styled('kbd')(({ theme }) => ({
  flex: 'none',
  minWidth: '1.25rem',
  padding: '0 5px',
  ...outlinedCard(theme, 'key'),
  color: theme.palette.text.secondary,
  fontFamily: 'inherit',
  fontSize: '0.71875rem',
  lineHeight: '1.125rem',
  fontWeight: 550,
  textAlign: 'center',
  whiteSpace: 'nowrap',
  '.MuiButton-contained &': { background: 'transparent', borderColor: 'currentColor', color: 'inherit' },
  '[aria-disabled="true"] &': { opacity: 0.7 },
  '@media (pointer: coarse)': { display: 'none' },
}));

/** Keys of a shortcut, unless shortcuts are switched off. */
export function ShortcutCap({ id }: { id: ShortcutId }) {
  const caps = useKeyCaps(id);
  return caps ? <KeyCap aria-hidden>{caps}</KeyCap> : null;
}
