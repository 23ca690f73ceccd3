import { Box } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../../i18n/i18n.ts';
import { changeSettings } from '../../lib/settings.ts';
import { SIZES } from '../../theme/tokens.ts';
import { Navbar } from './navbar.tsx';
import { isMouse, useCloseOnOutsideClick, useHoverState } from './open-over.ts';

type FoldedNavbarProps = { isFolded: boolean; isFoldedByRoute: boolean; isAtEnd: boolean };

/** style-2: a rail of icons that opens over the page on hover and focus, or unfolded. */
export function FoldedNavbar({ isFolded, isFoldedByRoute, isAtEnd }: FoldedNavbarProps) {
  const text = useText();
  const { isOver, open, close, handlers, ref } = useOpenOver(isFolded);
  const isRail = isFolded && !isOver;
  const toggle = () => {
    changeSettings({ layout: { config: { navbar: { folded: !isFolded } } } });
    // It closes when pointer and focus leave.
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

/** Opens on hover and focus; on touch by its button, and closes on a press outside. */
function useOpenOver(isFolded: boolean) {
  const { value: isOver, set, setSoon } = useHoverState(false);
  const ref = useRef<HTMLDivElement>(null);
  useCloseOnOutsideClick(ref, isOver, () => set(false));
  const handlers = isFolded && {
    onPointerEnter: (event: PointerEvent) => isMouse(event) && setSoon(true),
    onPointerLeave: (event: PointerEvent) => isMouse(event) && setSoon(false),
    onFocus: (event: FocusEvent) => event.target.matches(':focus-visible') && set(true),
    onBlur: (event: FocusEvent) => !ref.current?.contains(event.relatedTarget) && set(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      set(false);
      // The focused element may be hidden now.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
  };
  return { isOver: isOver && isFolded, open: () => set(true), close: () => set(false), handlers, ref };
}
