import { keyframes } from '@emotion/react';
import { PlainList } from '../layout.tsx';
import { styled } from '@mui/material';
import { rem } from '../../theme/typography.ts';
import { ELLIPSIS, flexRow, outlinedCard } from '../../theme/mixins.ts';

/** In px at the default letter size. */
const ROW_HEIGHT = 50;
const COMPACT = 'html[data-density="compact"]';
/** Height of each of ten rows in a high window; `around`: of everything else on the page. */
const fitted = (least: number, around: number, most: number) =>
  `clamp(${rem(least)}, calc((100vh - ${rem(around)}) / 10), ${rem(most)})`;

export const TableCard = styled('section')(({ theme }) => ({
  ...outlinedCard(theme),
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  // Without a toolbar the card's edge is enough.
  '&&[data-bare] thead :is(th, td), &&[data-bare] ul': { borderTop: 0 },
}));

/** Wide tables scroll inside their card. Focused cells stop beside the sticky first column. */
export const TableScroll = styled('div')({
  overflowX: 'auto',
  position: 'relative',
  scrollPaddingInlineStart: rem(140),
});

/** Use `Grid` instead. */
export const GridFrame = styled('table')(({ theme }) => ({
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: '100%',
  tableLayout: 'fixed',
  '& th, & td': {
    ...ELLIPSIS,
    textAlign: 'start',
    paddingInline: rem(12),
    paddingBlock: 0,
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& th:first-of-type, & td:first-of-type': {
    paddingInlineStart: rem(16),
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    background: 'inherit',
  },
  '& thead tr': { background: theme.palette.surface.subtle },
  '& th': {
    height: rem(36),
    fontSize: rem(12.5),
    lineHeight: rem(16),
    fontWeight: 550,
    color: theme.palette.text.secondary,
    overflow: 'visible',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& tbody tr': { background: theme.palette.background.paper },
  '& tbody tr:hover': { background: theme.palette.action.hover },
  '& td': { height: rem(ROW_HEIGHT), fontSize: rem(13.5), lineHeight: rem(18), color: theme.palette.text.secondary },
  '& td:not([data-menu], [data-action])': { paddingBlock: rem(2) },
  '&[data-dense] td': { height: rem(40) },
  // Ten rows grow with a high window, as far as the whole page still fits (rule look/high-windows).
  '&[data-few] tbody tr:not([data-group]) td': { height: fitted(ROW_HEIGHT, 420, 64) },
  '&[data-few][data-dense] tbody tr:not([data-group]) td': { height: fitted(40, 520, 52) },
  '&[data-dense] :is(th, td):not([data-menu], :first-of-type)': { paddingInline: rem(10) },
  '&& [data-align="end"]:last-child': { paddingInlineEnd: rem(16) },
  // Compact density (profile): targets keep at least 28 px.
  [`${COMPACT} &&& tbody td`]: { height: rem(42) },
  [`${COMPACT} &&&[data-dense] tbody td`]: { height: rem(32), paddingBlock: 0 },
  [`${COMPACT} & [data-menu] button`]: { width: rem(32), height: rem(32), padding: 0 },
  [`${COMPACT} & [data-action] button`]: { height: rem(32), minHeight: rem(32) },
  [`${COMPACT} &[data-dense] :is([data-menu], [data-action]) button`]: { height: rem(28), minHeight: rem(28) },
  '& thead td, &[data-dense] thead td': { height: rem(36), borderTop: `1px solid ${theme.palette.divider}` },
  '& tbody:last-of-type tr:last-of-type td': { borderBottom: 0 },
  '& tr[data-group]:hover': { background: theme.palette.background.paper },
  '& tr[data-group] th': { color: theme.palette.text.primary, height: rem(34), fontSize: rem(13), borderTop: 0 },
  '& tr[data-linked]': { position: 'relative', cursor: 'pointer' },
  '& [data-arrow]': { color: theme.palette.text.disabled, textAlign: 'end', paddingInlineEnd: rem(14) },
  '& [data-arrow] svg': { display: 'block', marginInlineStart: 'auto' },
  '& tr[data-linked] :is([data-menu], [data-action])': { position: 'relative', zIndex: 3 },
  '& td[data-tone="strong"]': { fontWeight: 550, color: theme.palette.text.primary },
  '& td[data-tone="quiet"]': { color: theme.palette.text.disabled },
  '& [data-figures]': { fontVariantNumeric: 'tabular-nums' },
  '& [data-align="end"]': { textAlign: 'end' },
  '& [data-menu]': { paddingInline: rem(6), overflow: 'visible' },
  '& [data-action]': { paddingInline: rem(12), overflow: 'visible', textAlign: 'end' },
}));

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
/** Shown after 300 ms, so that fast answers do not flicker. */
export const appearDelayed = { animation: `${appear} 1ms linear 300ms both` };

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(400%)' } });
export const ProgressLine = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  height: 2,
  overflow: 'hidden',
  zIndex: 2,
  ...appearDelayed,
  '&::after': {
    content: '""',
    display: 'block',
    width: '25%',
    height: '100%',
    background: theme.palette.primary.main,
    animation: `${sweep} 1.2s linear infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&::after': { animation: 'none', width: '100%', opacity: 0.5 } },
}));

/** As high as five rows. */
export const BodyMessage = styled('div')({ minHeight: rem(ROW_HEIGHT * 5), display: 'grid', placeItems: 'center' });

export const CompactList = styled(PlainList)(({ theme }) => ({
  borderTop: `1px solid ${theme.palette.divider}`,
  '& > li': { padding: `${rem(10)} ${rem(12)}`, minHeight: rem(64), ...flexRow(rem(8)), position: 'relative' },
  '&[data-dense] > li': { minHeight: rem(48) },
  [`${COMPACT} & > li`]: { paddingBlock: rem(6), minHeight: rem(54) },
  [`${COMPACT} &[data-dense] > li`]: { minHeight: rem(44) },
  '& > li[data-linked] > div:not([data-action]) > a': { display: 'block' },
  '& > li[data-linked]:hover': { background: theme.palette.action.hover },
  '& > li[data-linked] > :is(button, [data-action])': { position: 'relative', zIndex: 3 },
  // Below the three dots.
  '& > li[data-acted]': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: 0 },
  '& > li[data-acted] > :first-child': { gridRow: '1 / span 2' },
  '& > li[data-acted] > button': { justifySelf: 'end' },
  '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` },
}));

export const CompactGroup = styled('h2')(({ theme }) => ({
  margin: 0,
  padding: `${rem(8)} ${rem(12)}`,
  borderTop: `1px solid ${theme.palette.divider}`,
  fontSize: rem(13),
  lineHeight: rem(18),
  fontWeight: 600,
}));
