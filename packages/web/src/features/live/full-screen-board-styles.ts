import { styled } from '@mui/material';

/** Pixels at 1920x1080, scaled to the window. */
const px = (pixels: number) => `calc(${pixels} * var(--unit))`;
const FIGURES = { fontVariantNumeric: 'tabular-nums' } as const;
const ONE_LINE = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const;
const icon = (pixels: number) => ({ width: px(pixels), height: px(pixels), flex: 'none' });

export const Screen = styled('main')(({ theme: { palette } }) => ({
  '--unit': 'min(calc(100vw / 1920), calc(100vh / 1080))',
  width: px(1920),
  height: px(1080),
  margin: 'auto',
  padding: `${px(40)} ${px(56)} ${px(48)}`,
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateRows: `${px(80)} ${px(332)} 1fr ${px(96)}`,
  gap: px(28),
  color: palette.text.primary,
}));

export const Top = styled('header')(({ theme: { palette } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: px(20),
  fontSize: px(30),
  lineHeight: px(40),
  color: palette.text.secondary,
  '& > svg': icon(60),
  '& > b': {
    fontSize: px(40),
    lineHeight: px(48),
    fontWeight: 640,
    letterSpacing: '-0.02em',
    color: palette.text.primary,
  },
  // Visible on hover and focus only.
  '& > button': { marginInlineStart: 'auto', opacity: 0, width: px(64), height: px(64), '& svg': icon(40) },
  '& > button:is(:hover, :focus-visible)': { opacity: 1 },
  '& > [role="status"]': { display: 'flex', alignItems: 'center', gap: px(14) },
  '& > [role="status"] svg': { ...icon(34), color: palette.warning.main },
  '& i': { width: px(18), height: px(18), borderRadius: '50%', background: palette.success.main },
  '& time': {
    ...FIGURES,
    marginInlineStart: px(24),
    fontSize: px(76),
    lineHeight: px(80),
    fontWeight: 640,
    letterSpacing: '-0.03em',
    color: palette.text.primary,
  },
}));

export const BoardRows = styled('section')({ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: px(28) });
export const Split = styled('section')({
  display: 'grid',
  gridTemplateColumns: `${px(584)} 1fr`,
  gap: px(28),
  minHeight: 0,
});

export const BoardCard = styled('div')(({ theme: { palette } }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  padding: `${px(26)} ${px(36)}`,
  border: `1px solid ${palette.divider}`,
  borderRadius: px(20),
  background: palette.background.paper,
  '&[data-list]': { paddingBlock: px(6) },
  '&[data-halves]': { paddingBlock: 0 },
  '&[data-halves] > div': { flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'center' },
  '&[data-halves] > div + div': { borderTop: `1px solid ${palette.divider}` },
}));

export const Label = styled('div')(({ theme }) => ({
  ...ONE_LINE,
  fontSize: px(34),
  lineHeight: px(42),
  fontWeight: 500,
  color: theme.palette.text.secondary,
}));

export const Big = styled('div')(({ theme }) => ({
  ...FIGURES,
  marginTop: px(2),
  marginInlineStart: px(-8),
  fontSize: px(184),
  lineHeight: px(184),
  fontWeight: 660,
  letterSpacing: '-0.04em',
  whiteSpace: 'nowrap',
  '& small': {
    fontSize: px(76),
    lineHeight: 0,
    fontWeight: 520,
    letterSpacing: '-0.02em',
    color: theme.palette.text.secondary,
  },
}));

export const Note = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: px(10),
  marginTop: 'auto',
  minHeight: px(48),
  fontSize: px(30),
  lineHeight: px(38),
  color: theme.palette.text.secondary,
  whiteSpace: 'nowrap',
  '& svg': icon(32),
}));

export const BoardFigure = styled('div')(({ theme }) => ({
  ...FIGURES,
  display: 'flex',
  alignItems: 'center',
  gap: px(24),
  marginInlineStart: px(-5),
  fontSize: px(104),
  lineHeight: px(108),
  fontWeight: 660,
  letterSpacing: '-0.035em',
  '&[data-alert]': { color: theme.palette.warning.main },
  '& svg': icon(68),
}));

export const CampaignRow = styled('div')(({ theme: { palette } }) => ({
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) ${px(140)} ${px(252)}`,
  alignItems: 'center',
  columnGap: px(44),
  '& + *': { borderTop: `1px solid ${palette.divider}` },
  '& b': { ...ONE_LINE, display: 'block', fontSize: px(32), lineHeight: px(38), fontWeight: 560 },
  '& [aria-hidden]:not(svg)': {
    height: px(14),
    marginTop: px(8),
    borderRadius: px(7),
    overflow: 'hidden',
    background: palette.line.soft,
  },
  '& i': { display: 'block', height: '100%', borderRadius: px(7), background: palette.primary.main },
  '& strong': {
    ...FIGURES,
    fontSize: px(46),
    lineHeight: px(50),
    fontWeight: 640,
    letterSpacing: '-0.02em',
    textAlign: 'end',
    whiteSpace: 'nowrap',
  },
  '& small': { fontSize: px(30), lineHeight: 0, fontWeight: 500, color: palette.text.secondary },
}));

export const Verdict = styled('span')(({ theme: { palette } }) => ({
  justifySelf: 'start',
  display: 'inline-flex',
  alignItems: 'center',
  gap: px(12),
  fontSize: px(30),
  lineHeight: px(36),
  fontWeight: 560,
  whiteSpace: 'nowrap',
  color: palette.text.secondary,
  '& svg': icon(34),
  '&[data-good] svg': { color: palette.success.main },
  '&[data-alert]': {
    justifySelf: 'stretch',
    marginInlineStart: px(-16),
    padding: `${px(8)} ${px(16)}`,
    borderRadius: px(12),
    fontWeight: 640,
    background: palette.soft.warning.bg,
    color: palette.soft.warning.text,
  },
}));

export const AlertBar = styled('section')(({ theme: { palette } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: px(22),
  minWidth: 0,
  padding: `0 ${px(36)}`,
  border: `1px solid ${palette.divider}`,
  borderRadius: px(20),
  fontSize: px(38),
  lineHeight: px(46),
  whiteSpace: 'nowrap',
  color: palette.text.secondary,
  '& > svg': { ...icon(48), color: palette.success.main },
  '& > span': { ...ONE_LINE, minWidth: 0 },
  '& b': { fontWeight: 660 },
  // Shrinks first.
  '& > small': { ...ONE_LINE, flex: '0 1000 auto', marginInlineStart: 'auto', fontSize: px(30) },
  '&[data-alert]': {
    borderColor: 'transparent',
    background: palette.soft.warning.bg,
    color: palette.soft.warning.text,
    '& > svg': { color: 'inherit' },
  },
}));
