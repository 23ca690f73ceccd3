import { styled } from '@mui/material/styles';
import { useText } from '../i18n/i18n.ts';

export const CONTENT_ID = 'contenido';

const Anchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  insetInlineStart: 12,
  top: 12,
  zIndex: theme.zIndex.tooltip,
  padding: '10px 16px',
  borderRadius: theme.radius.control,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontWeight: 580,
  textDecoration: 'none',
  outline: `2px solid ${theme.palette.focusRing}`,
  outlineOffset: 2,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}));

/** First stop of the keyboard on every page (UX-16). */
export function SkipLink() {
  const text = useText();
  return <Anchor href={`#${CONTENT_ID}`}>{text('shell.skip')}</Anchor>;
}
