import { styled, type Theme } from '@mui/material';
import type { AnchorHTMLAttributes } from 'react';
import { NavLink } from 'react-router';
import type { NavigationLeaf } from '../../app/navigation.ts';
import { IconExternalLink } from '../../components/icons.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useText, useTitle } from '../../i18n/i18n.ts';
import { focusRing } from '../../theme/components/controls.ts';
import type { Waiting } from './use-navigation.ts';
import { flexRow } from '../../theme/mixins.ts';

/** Entry of the tree and of floating menus. */
const entryLook = (theme: Theme) =>
  ({
    position: 'relative',
    ...flexRow(12),
    height: '2.5rem',
    padding: '0 12px',
    scrollMarginBlock: 12,
    borderRadius: theme.radius.control,
    color: theme.palette.text.secondary,
    fontWeight: 500,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    '& > svg': { flex: 'none' },
    '&:hover': { backgroundColor: theme.palette.surface.hover, color: theme.palette.text.primary },
    '&[aria-current="page"]': {
      backgroundColor: theme.palette.primary.main,
      color: theme.palette.primary.contrastText,
    },
    '&:focus-visible': { ...focusRing(theme), outlineOffset: -2 },
    '& > [data-hint]': { marginInlineStart: 'auto' },
    '& > [data-label], & > [data-hint]': { transition: theme.transitions.create('opacity') },
    // In the rail only the icon is visible; names stay readable for screen readers.
    '[data-rail] &': { width: '2.5rem', paddingInline: 10 },
    '[data-rail] & > :is([data-label], [data-hint])': { opacity: 0, overflow: 'hidden', width: 0 },
  }) as const;

type LeafAnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & { entry: NavigationLeaf };

/** An unstyled link; active on its exact address only. */
export const LeafAnchor = ({ entry, children, ...anchor }: LeafAnchorProps) =>
  entry.type === 'item' ? (
    <NavLink {...anchor} to={entry.url} end>
      {children}
    </NavLink>
  ) : (
    <a {...anchor} href={entry.url} target={entry.target} rel="noopener noreferrer">
      {children}
    </a>
  );

const EntryLink = styled(LeafAnchor)(({ theme }) => entryLook(theme));
export const EntryOpener = styled('button')(({ theme }) => ({
  ...entryLook(theme),
  width: '100%',
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 500,
  textAlign: 'start',
  cursor: 'pointer',
  '& > svg:last-of-type': { marginInlineStart: 'auto' },
}));

const Count = styled('span')(({ theme }) => ({
  minWidth: 24,
  marginInlineStart: 'auto',
  padding: '1px 7px',
  borderRadius: 9,
  background: theme.palette.surface.subtle,
  color: theme.palette.text.secondary,
  fontSize: '0.75rem',
  lineHeight: '1rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
  // Inverted: a lighter background would have a contrast below 4.5:1.
  '[aria-current="page"] > &': { background: theme.palette.primary.contrastText, color: theme.palette.primary.main },
  // Icons only: urgent counts sit on the icon's corner, others are hidden.
  '[data-rail] &, [data-tabs] &': { position: 'absolute', top: -3, insetInlineEnd: -6, minWidth: 18, padding: '0 5px' },
  '[data-tabs] &': { top: -8, insetInlineEnd: 'auto', insetInlineStart: 14 },
  '[data-rail] &[data-urgent], [data-tabs] &[data-urgent]': {
    background: theme.palette.secondary.main,
    color: theme.palette.secondary.contrastText,
  },
  '[data-rail] &:not([data-urgent]), [data-dense] &:not([data-urgent])': { display: 'none' },
}));

export const Badge = ({ waiting }: { waiting: Waiting }) => (
  <Count data-urgent={waiting.isUrgent ? '' : undefined} aria-hidden>
    {waiting.count}
  </Count>
);

export function LeafLink({ waiting, ...anchor }: LeafAnchorProps & { waiting: Waiting | undefined }) {
  const text = useText();
  const title = useTitle();
  const { entry } = anchor;
  const Icon = entry.icon;
  return (
    <EntryLink {...anchor}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span data-label>
        {title(entry.title)}
        {waiting && <VisuallyHidden>{waiting.inWords}</VisuallyHidden>}
        {entry.type === 'link' && entry.target && <VisuallyHidden> {text('layout.otherTab')}</VisuallyHidden>}
      </span>
      {waiting && <Badge waiting={waiting} />}
      {entry.type === 'link' && <IconExternalLink size={16} stroke={1.75} data-hint aria-hidden />}
    </EntryLink>
  );
}
