import { styled } from '@mui/material';

export const PdfFrame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  maxHeight: '100%',
  width: '100%',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.menu,
  overflow: 'hidden',
  // Around the frame: inside, the sheets would cover it.
  '&:has(> [role="region"]:focus-visible)': { outline: `2px solid ${theme.palette.primary.main}` },
}));

export const PdfToolbar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1),
  padding: theme.spacing(1, 2),
  borderBottom: `1px solid ${theme.palette.divider}`,
  fontVariantNumeric: 'tabular-nums',
  '& > div': { display: 'flex', alignItems: 'center', gap: theme.spacing(1) },
  '& [aria-disabled="true"]': { color: theme.palette.text.disabled, cursor: 'default' },
}));

export const Scroller = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'auto',
  minHeight: 0,
  // Otherwise the fitting width would depend on the height.
  scrollbarGutter: 'stable',
  padding: theme.spacing(2),
  background: theme.palette.surface.subtle,
  '&:focus-visible': { outline: 'none' },
}));

export const Sheet = styled('div')(({ theme }) => ({
  position: 'relative',
  margin: '0 auto',
  '& + &': { marginTop: theme.spacing(2) },
  overflow: 'hidden',
  // Paper, also in dark themes.
  background: '#fff',
  boxShadow: `0 0 0 1px ${theme.palette.divider}`,
}));

/** The canvas, and pdf.js' text layer with its variables. */
export const DrawingHost = styled('div')({
  position: 'absolute',
  inset: 0,
  '& > canvas': { display: 'block', width: '100%', height: '100%' },
  '& > div': {
    position: 'absolute',
    inset: 0,
    overflow: 'clip',
    lineHeight: 1,
    letterSpacing: 'normal',
    textAlign: 'initial',
    textSizeAdjust: 'none',
    transformOrigin: '0 0',
    forcedColorAdjust: 'none',
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    '&[data-main-rotation="90"]': { transform: 'rotate(90deg) translateY(-100%)' },
    '&[data-main-rotation="180"]': { transform: 'rotate(180deg) translate(-100%, -100%)' },
    '&[data-main-rotation="270"]': { transform: 'rotate(270deg) translateX(-100%)' },
  },
  '& span, & br': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0% 0%',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height, 0px))',
    transform: 'rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1)) scale(var(--min-font-size-inv))',
  },
  '& ::selection': { color: 'transparent', background: 'rgba(0, 90, 200, 0.25)' },
});
