import { styled } from '@mui/material/styles';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { focusRing } from '../../theme/components/controls.ts';

/**
 * The one link of a row that leads somewhere: a single stop for the keyboard, whose ring goes round the whole row
 * (design 6, Tables). Clicks elsewhere in the row follow it through followRowLink.
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
