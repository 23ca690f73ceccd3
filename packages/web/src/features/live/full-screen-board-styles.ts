import { styled } from '@mui/material';
import { ELLIPSIS, flexRow } from '../../theme/mixins.ts';

/** Pixels at 1920x1080, scaled to the window. */
const px = (pixels: number) => `calc(${pixels} * var(--unit))`;
const FIGURES = { fontVariantNumeric: 'tabular-nums' } as const;
const text = (size: number, line: number, fontWeight?: number, letterSpacing?: string) => ({
  fontSize: px(size),
  lineHeight: px(line),
  fontWeight,
  letterSpacing,
});
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
  ...flexRow(px(20)),
  ...text(30, 40),
  color: palette.text.secondary,
  '& > svg': icon(60),
  '& > b': { ...text(40, 48, 640, '-0.02em'), color: palette.text.primary },
  // Visible on hover and focus only.
  '& > button': { marginInlineStart: 'auto', opacity: 0, width: px(64), height: px(64), '& svg': icon(40) },
  '& > button:is(:hover, :focus-visible)': { opacity: 1 },
  '& > [role="status"]': flexRow(px(14)),
  '& > [role="status"] svg': { ...icon(34), color: palette.warning.main },
  '& i': { width: px(18), height: px(18), borderRadius: '50%', background: palette.success.main },
  '& time': { ...FIGURES, ...text(76, 80, 640, '-0.03em'), marginInlineStart: px(24), color: palette.text.primary },
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
  ...ELLIPSIS,
  ...text(34, 42, 500),
  color: theme.palette.text.secondary,
}));

export const Big = styled('div')(({ theme }) => ({
  ...FIGURES,
  ...text(184, 184, 660, '-0.04em'),
  marginTop: px(2),
  marginInlineStart: px(-8),
  whiteSpace: 'nowrap',
  '& small': { ...text(76, 0, 520, '-0.02em'), color: theme.palette.text.secondary },
}));

export const Note = styled('div')(({ theme }) => ({
  ...flexRow(px(10)),
  ...text(30, 38),
  marginTop: 'auto',
  minHeight: px(48),
  color: theme.palette.text.secondary,
  whiteSpace: 'nowrap',
  '& svg': icon(32),
}));

export const BoardFigure = styled('div')(({ theme }) => ({
  ...FIGURES,
  ...flexRow(px(24)),
  ...text(104, 108, 660, '-0.035em'),
  marginInlineStart: px(-5),
  '&[data-alert]': { color: theme.palette.warning.main },
  '& svg': icon(68),
}));

export const CampaignRow = styled('div')(({ theme: { palette } }) => ({
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) ${px(140)} ${px(280)}`,
  alignItems: 'center',
  columnGap: px(44),
  '& + *': { borderTop: `1px solid ${palette.divider}` },
  '& b': { ...ELLIPSIS, ...text(32, 38, 560), display: 'block' },
  '& [aria-hidden]:not(svg)': {
    height: px(14),
    marginTop: px(8),
    borderRadius: px(7),
    overflow: 'hidden',
    background: palette.line.soft,
  },
  '& i': { display: 'block', height: '100%', borderRadius: px(7), background: palette.primary.main },
  '& strong': { ...FIGURES, ...text(46, 50, 640, '-0.02em'), textAlign: 'end', whiteSpace: 'nowrap' },
  '& small': { ...text(30, 0, 500), color: palette.text.secondary },
}));

export const Verdict = styled('span')(({ theme: { palette } }) => ({
  ...flexRow(px(12), 'inline-flex'),
  ...text(30, 36, 560),
  justifySelf: 'start',
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
  ...flexRow(px(22)),
  ...text(38, 46),
  minWidth: 0,
  padding: `0 ${px(36)}`,
  border: `1px solid ${palette.divider}`,
  borderRadius: px(20),
  whiteSpace: 'nowrap',
  color: palette.text.secondary,
  '& > svg': { ...icon(48), color: palette.success.main },
  '& > span': { ...ELLIPSIS, minWidth: 0 },
  '& b': { fontWeight: 660 },
  // Shrinks first.
  '& > small': { ...ELLIPSIS, flex: '0 1000 auto', marginInlineStart: 'auto', fontSize: px(30) },
  '&[data-alert]': {
    borderColor: 'transparent',
    background: palette.soft.warning.bg,
    color: palette.soft.warning.text,
    '& > svg': { color: 'inherit' },
  },
}));
