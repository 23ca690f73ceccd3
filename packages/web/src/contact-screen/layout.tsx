import { formatPhone } from '@campanero/contract/shared/numbers';
import { Paper, styled, useMediaQuery, useTheme } from '@mui/material';
import type { AnchorHTMLAttributes } from 'react';
import { ALL_BARS, FIXED_TOP, LOW_WINDOW } from '../theme/tokens.ts';
import { DAY_STRIP_HEIGHT } from '../app/operator/own-day.tsx';
import { flexColumn, flexRow } from '../theme/mixins.ts';

// The layout of the screen, used by the content and by the skeletons, so that nothing moves when the data arrive.

const VAST = '(min-width: 1800px)';

/** Whether it is one column (mobile), with the script beside the contact (wide), or with the registration beside both (vast). */
export function useContactSpace() {
  const { breakpoints } = useTheme();
  return {
    isMobile: useMediaQuery(breakpoints.down('md'), { noSsr: true }),
    isWide: useMediaQuery(breakpoints.up('lg'), { noSsr: true }),
    isVast: useMediaQuery(VAST, { noSsr: true }),
  };
}

export const HeaderCard = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  minHeight: '8.25rem',
  marginBlock: '10px 14px',
  '& > div': { padding: '10px 20px' },
  '& > div + div': {
    ...flexColumn(8),
    justifyContent: 'center',
    borderInlineStart: `1px solid ${theme.palette.line.soft}`,
  },
  '& > [data-actions]': { width: '16.375rem' },
  '&[data-capacity]': { gridTemplateColumns: 'minmax(0, 1fr) 12.75rem auto' },
  [`@media ${LOW_WINDOW}`]: {
    minHeight: '5.5rem',
    marginBlock: '8px 12px',
    '& > div': { paddingBlock: 4, paddingInline: 16 },
    '& > div:first-of-type': { paddingInlineStart: 20 },
    // So that the places of a form need no more height than a header without them.
    '& > div:not([data-actions])': { gap: 6 },
    '&[data-capacity]': { gridTemplateColumns: 'minmax(0, 1fr) 10.75rem auto' },
  },
  // In a low but wide window, both buttons in one line.
  [`@media ${LOW_WINDOW} and (min-width: ${theme.breakpoints.values.lg}px)`]: {
    '& > [data-actions]': {
      width: 'auto',
      flexDirection: 'row',
      alignItems: 'center',
      '& > button': { height: '2.75rem', paddingInline: 14 },
      '& > button:last-of-type > svg': { display: 'none' },
    },
  },
  [theme.breakpoints.down('lg')]: { '& > [data-actions]': { width: '13rem' }, '& kbd': { display: 'none' } },
  [theme.breakpoints.down('md')]: {
    display: 'block',
    minHeight: 0,
    border: 0,
    borderRadius: 0,
    borderBottom: `1px solid ${theme.palette.line.soft}`,
    margin: '8px -12px 0',
    '& > div': { padding: '6px 16px 12px' },
  },
}));

const Heading = styled('h1')(({ theme }) => ({
  ...theme.typography.phone,
  margin: 0,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& a': { color: 'inherit', textDecoration: 'none', borderRadius: 4 },
  '& a:hover': { textDecoration: 'underline', textDecorationThickness: 2 },
  '& a:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 },
  [`@media ${LOW_WINDOW}, ${theme.breakpoints.down('md').replace('@media ', '')}`]: {
    fontSize: '2.25rem',
    lineHeight: '2.625rem',
  },
  // Ten digits must fit into one line on the smallest screen.
  '@media (max-width: 359.95px)': { fontSize: '1.75rem', lineHeight: '2.25rem' },
}));

type PhoneNumberProps = { number: string; link?: AnchorHTMLAttributes<HTMLAnchorElement> | undefined };

export function PhoneNumber({ number, link }: PhoneNumberProps) {
  const digits = <bdi>{formatPhone(number)}</bdi>;
  return <Heading data-keep-clear>{link ? <a {...link}>{digits}</a> : digits}</Heading>;
}

export const Identity = styled('div')(({ theme }) => ({
  ...flexColumn(6),
  justifyContent: 'center',
  minWidth: 0,
  '& > .number': { display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 },
  '& > .person': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 8 },
  '& .state': {
    ...theme.typography.body2,
    ...flexRow(8),
    flexWrap: 'wrap',
    minWidth: 0,
    color: theme.palette.text.secondary,
  },
  '& .fact + .fact::before': { content: '"·"', paddingInlineEnd: 8 },
  // In one line with the number, the substate is cut but never the state.
  '& > .number > .state': {
    flex: 1,
    flexWrap: 'nowrap',
    whiteSpace: 'nowrap',
    '& > span': { flex: 'none' },
    '& > .substate': { flex: '0 1 auto', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  [theme.breakpoints.down('md')]: { '& > .number': { justifyContent: 'space-between' } },
}));

const columnHeight = (header: string) =>
  `max(24rem, calc(100vh - ${ALL_BARS} - ${header} - var(${DAY_STRIP_HEIGHT}, 0px) - var(--note-height, 0px)))`;
const SCRIPT_WIDTH = '24.75rem';

export const ContactColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  alignItems: 'stretch',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '--column-height': columnHeight('13.25rem'),
  [`@media ${LOW_WINDOW}`]: { '--column-height': columnHeight('9.375rem') },
  // With a note of one line above, the columns end at the same place.
  '[data-notes]:not(:empty) + &': { '--note-height': '3.375rem' },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: `minmax(0, 1fr) ${SCRIPT_WIDTH}` },
  // The script column is wider in a vast window, except while registering.
  [`@media ${VAST}`]: {
    gridTemplateColumns: 'minmax(0, 1fr) 33rem',
    '&[data-registering]': { gridTemplateColumns: `minmax(0, 1fr) 41.5rem ${SCRIPT_WIDTH}` },
  },
}));

/** The button of a note is below the text on a narrow screen and beside it on a wide one. */
export const NOTE = {
  mb: 3.5,
  alignItems: 'center',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: 1, minWidth: { xs: '75%', sm: 0 } },
  '& .MuiAlert-action': { p: 0, m: 0, marginInlineStart: 'auto' },
};

export const LeftColumn = styled('div')({ ...flexColumn(14), minWidth: 0, '&[hidden]': { display: 'none' } });

export const SURFACE = { bgcolor: 'background.paper', borderRadius: 'inherit' };

export const TabsCard = styled(Paper)(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  // The lists inside use container queries.
  containerType: 'inline-size',
  [theme.breakpoints.down('md')]: { marginInline: -12, border: 0, borderRadius: 0, background: 'transparent' },
}));

export const ScriptColumn = styled('div')({
  position: 'sticky',
  top: `calc(${FIXED_TOP} + 12px)`,
  height: 'var(--column-height)',
  alignSelf: 'start',
  display: 'flex',
  flexDirection: 'column',
});
