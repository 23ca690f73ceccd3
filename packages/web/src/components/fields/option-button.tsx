import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { mix } from '../../theme/color.ts';

/** One of a few, chosen or not (design 6: choices of up to four). Pressing it again takes the choice back. */
export const OptionButton = styled(ButtonBase)(({ theme }) => ({
  height: '2rem',
  gap: 6,
  padding: '0 10px',
  borderRadius: 7,
  border: `1px solid ${mix(theme.palette.line.strong, theme.palette.background.paper, 0.62)}`,
  background: theme.palette.background.paper,
  color: theme.palette.text.primary,
  fontSize: '0.8125rem',
  fontWeight: 520,
  whiteSpace: 'nowrap',
  '&:hover': { background: theme.palette.surface.subtle },
  '&[aria-pressed="true"]': {
    background: theme.palette.soft.primary.bg,
    borderColor: theme.palette.primary.main,
    color: theme.palette.soft.primary.text,
    fontWeight: 600,
  },
  [theme.breakpoints.down('md')]: { height: '2.5rem', padding: '0 12px', borderRadius: 8, fontSize: '0.875rem' },
}));
