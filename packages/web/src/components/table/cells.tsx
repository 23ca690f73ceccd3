import { formatCount } from '@campanero/contract/shared/numbers';
import { Link as MuiLink, styled } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { focusRing } from '../../theme/components/controls.ts';
import { rem } from '../../theme/typography.ts';
import { Line } from '../layout.tsx';
import { CutText } from './cut-text.tsx';
import type { RowGroup } from './types.ts';
import { flexRow, nameUnderline } from '../../theme/mixins.ts';

const First = styled(CutText)({ lineHeight: '1.0625rem' });
const Second = styled(CutText)(({ theme }) => ({
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 400,
  color: theme.palette.text.disabled,
}));

const NameLink = styled(MuiLink)<{ component: typeof Link; to: string }>(({ theme }) => ({
  ...nameUnderline(theme),
  // Inside, because the line clips its overflow.
  '&:focus-visible': { outlineOffset: -2 },
}));

/** In a row that is a link. */
export const LinkedName = styled('span')(({ theme }) => nameUnderline(theme));

interface TwoLineCellProps {
  first: ReactNode;
  second: string;
  to?: string;
  isQuiet?: boolean;
  isLinked?: boolean;
}

export function TwoLineCell({ first, second, to, isQuiet = false, isLinked = false }: TwoLineCellProps) {
  return (
    <>
      <First>
        {to ? (
          <NameLink component={Link} to={to} {...(isQuiet && { sx: { color: 'text.secondary', fontWeight: 450 } })}>
            {first}
          </NameLink>
        ) : isLinked ? (
          <LinkedName>{first}</LinkedName>
        ) : (
          first
        )}
      </First>
      <Second>{second}</Second>
    </>
  );
}

/** A cell with a picture before its text. */
export const MarkedCell = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <Line component="span" sx={{ minWidth: 0 }}>
    {mark}
    {typeof children === 'string' ? <CutText>{children}</CutText> : <span style={{ minWidth: 0 }}>{children}</span>}
  </Line>
);

/** The link of a row: one tab stop, its ring surrounds the row. followRowLink handles clicks elsewhere in the row. */
export const RowLink = styled(Link)(({ theme }) => ({
  color: 'inherit',
  font: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, zIndex: 2, pointerEvents: 'none' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { ...focusRing(theme), outlineOffset: -2 },
}));

const OWN_CLICKS = 'a, button, input, label';

/** For the row's onClick: follows the row's link, except on other controls or when text is selected. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  // A menu opened from the row bubbles in React but is not in its DOM.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(OWN_CLICKS)) return;
  if (window.getSelection()?.toString()) return;
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.querySelector('a')?.dispatchEvent(click);
}

/** Rows in runs of the same group. */
export function inGroups<R>(rows: readonly R[], groupOf: ((row: R) => RowGroup) | undefined) {
  const runs: { group: RowGroup | undefined; rows: R[] }[] = [];
  for (const row of rows) {
    const group = groupOf?.(row);
    const last = runs.at(-1);
    if (last && last.group?.key === group?.key) last.rows.push(row);
    else runs.push({ group, rows: [row] });
  }
  return runs;
}

const GroupLine = styled('span')(({ theme }) => ({
  ...flexRow(rem(8), 'inline-flex'),
  '& > small': {
    fontSize: 'inherit',
    fontWeight: 450,
    color: theme.palette.text.disabled,
    fontVariantNumeric: 'tabular-nums',
  },
}));

export const GroupTitle = ({ group }: { group: RowGroup }) => (
  <GroupLine>
    {group.title} <small>{formatCount(group.count)}</small>
  </GroupLine>
);

/** Keeps its own clicks above the row's link. */
export const AboveRowLink = styled('div')({
  position: 'relative',
  zIndex: 3,
  display: 'inline-flex',
  alignItems: 'center',
});
