import { Box } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { MENU_HOVER_MS } from '@campanero/contract/limits';
import { useText } from '../../i18n/i18n.ts';
import { changeSettings } from '../../lib/settings.ts';
import { SIZES } from '../../theme/tokens.ts';
import { Navbar } from './navbar.tsx';

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

const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse';

/** Open while the pointer or the keyboard is in it; a finger opens it with its button and closes it by touching elsewhere. */
function useOpenOver(isFolded: boolean) {
  const [isOver, setOver] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = (next: boolean) => {
    clearTimeout(timer.current);
    setOver(next);
  };
  // Whoever only passes by on the way to the window's edge opens nothing.
  const setSoon = (next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOver(next), MENU_HOVER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOver) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (!ref.current?.contains(target as Node)) setOver(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOver]);
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
