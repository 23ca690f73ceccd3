import { Box } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../../i18n/i18n.ts';
import { changeSettings } from '../../lib/settings.ts';
import { SIZES } from '../../theme/tokens.ts';
import { Navbar } from './navbar.tsx';
import { isMouse, useClosedOutside, useHoverState } from './open-over.ts';

interface FoldedNavbarProps {
  isFolded: boolean;
  /** Folded by the page at hand: one's own setting stays as it is. */
  isFoldedByRoute: boolean;
  isAtEnd: boolean;
}

/** style-2: a rail of icons that opens over the page, for the pointer and for the keyboard; or the whole, as saved. */
export function FoldedNavbar({ isFolded, isFoldedByRoute, isAtEnd }: FoldedNavbarProps) {
  const text = useText();
  const { isOver, open, close, handlers, ref } = useOpenOver(isFolded);
  const isRail = isFolded && !isOver;
  const toggle = () => {
    changeSettings({ layout: { config: { navbar: { folded: !isFolded } } } });
    // Pointer and keyboard are in it: it closes when they leave.
    if (!isFolded) open();
  };
  const toggleProps = isRail
    ? { label: text('shell.showNavigation'), isOpen: false, onToggle: open }
    : isFoldedByRoute
      ? undefined
      : { label: text(isFolded ? 'layout.keepOpen' : 'layout.fold'), isOpen: !isFolded, onToggle: toggle };
  return (
    <Box
      ref={ref}
      {...handlers}
      sx={(theme) => ({
        position: 'absolute',
        insetBlock: 0,
        ...(isAtEnd ? { insetInlineEnd: 0 } : { insetInlineStart: 0 }),
        width: isRail ? SIZES.rail : SIZES.navbar,
        overflow: 'hidden',
        boxShadow: isOver ? theme.elevation.dialog : 'none',
        transition: theme.transitions.create('width', { duration: theme.transitions.duration.standard }),
      })}
    >
      <Navbar isRail={isRail} toggle={toggleProps} onChoose={isFolded ? close : undefined} />
    </Box>
  );
}

/** Open while the pointer or the keyboard is in it; a finger opens it with its button and closes it by touching elsewhere. */
function useOpenOver(isFolded: boolean) {
  const { value: isOver, set, setSoon } = useHoverState(false);
  const ref = useRef<HTMLDivElement>(null);
  useClosedOutside(ref, isOver, () => set(false));
  const handlers = isFolded && {
    onPointerEnter: (event: PointerEvent) => isMouse(event) && setSoon(true),
    onPointerLeave: (event: PointerEvent) => isMouse(event) && setSoon(false),
    onFocus: (event: FocusEvent) => event.target.matches(':focus-visible') && set(true),
    onBlur: (event: FocusEvent) => !ref.current?.contains(event.relatedTarget) && set(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      set(false);
      // What had the focus may be gone with the names.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
  };
  return { isOver: isOver && isFolded, open: () => set(true), close: () => set(false), handlers, ref };
}
