import { MENU_HOVER_MS } from '@campanero/contract/limits';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse';

/** A value set at once or after 150 ms; a change replaces a pending one, so that crossing a gap closes nothing. */
export function useHoverState<T>(initial: T) {
  const [value, setValue] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const setAfter = (next: T, ms: number) => {
    clearTimeout(timer.current);
    if (ms === 0) setValue(next);
    else timer.current = setTimeout(() => setValue(next), ms);
  };
  return { value, set: (next: T) => setAfter(next, 0), setSoon: (next: T) => setAfter(next, MENU_HOVER_MS) };
}

export function useCloseOnOutsideClick(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) onClose();
    };
    document.addEventListener('pointerdown', look);
    return () => document.removeEventListener('pointerdown', look);
  });
}
