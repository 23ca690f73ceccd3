import { Link as MuiLink, styled } from '@mui/material';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { focusRing } from '../../theme/components/controls.ts';
import { CutText } from './cut-text.tsx';
import type { RowGroup } from './types.ts';

const First = styled(CutText)({ lineHeight: '1.0625rem' });
const Second = styled(CutText)(({ theme }) => ({
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  fontWeight: 400,
  color: theme.palette.text.disabled,
}));

const NameLink = styled(MuiLink)<{ component: typeof Link; to: string }>(({ theme }) => ({
  textDecorationColor: theme.palette.line.strong,
  textUnderlineOffset: 3,
  // Inside the line, which cuts what stands out of it.
  '&:focus-visible': { outlineOffset: -2 },
}));

interface TwoLineCellProps {
  first: string;
  second: string;
  /** Where the value leads. */
  to?: string | undefined;
  /** A link that steps back behind others. */
  isQuiet?: boolean;
}

/** The value, and under it the field that is compared least, each in one line. */
export function TwoLineCell({ first, second, to, isQuiet = false }: TwoLineCellProps) {
  return (
    <>
      <First>
        {to ? (
          <NameLink
            component={Link}
            to={to}
            underline="always"
            {...(isQuiet && { color: 'textSecondary', sx: { fontWeight: 450 } })}
          >
            {first}
          </NameLink>
        ) : (
          first
        )}
      </First>
      <Second>{second}</Second>
    </>
  );
}

/**
 * The one link of a row that leads somewhere: a single stop for the keyboard, whose ring goes round the whole row. Clicks elsewhere in the row follow it through followRowLink.
 */
export const RowLink = styled(Link)(({ theme }) => ({
  color: 'inherit',
  font: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, zIndex: 2, pointerEvents: 'none' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { ...focusRing(theme), outlineOffset: -2 },
}));

const OWN_CLICKS = 'a, button, input, label';

/** For the row's onClick: anywhere but on a control of its own leads where its link leads; text can still be selected. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  // A menu opened from the row is its child for React and no part of it on the page.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(OWN_CLICKS)) return;
  if (window.getSelection()?.toString()) return;
  const click = new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.querySelector('a')?.dispatchEvent(click);
}

/** The rows in runs of the same group; without groups all of them are one run. */
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

/** A control that keeps its own clicks in a row whose link covers it. */
export const AboveRowLink = styled('div')({
  position: 'relative',
  zIndex: 3,
  display: 'inline-flex',
  alignItems: 'center',
});
