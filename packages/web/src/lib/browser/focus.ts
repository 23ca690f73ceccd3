import { useEffect, useEffectEvent, useRef } from 'react';

/** The user has gone on to a field meanwhile. */
export const isInField = () => document.activeElement?.matches('input, textarea') ?? false;

/** The element to be focused, without scrolling, whenever the value changes; not at first. */
export function useFocusOnChange<E extends HTMLElement>(
  value: number | string,
  then: () => void = () => {},
  isBusy = () => false,
) {
  const element = useRef<E>(null);
  const shown = useRef(value);
  const focus = useEffectEvent(() => {
    if (!isBusy()) element.current?.focus({ preventScroll: true });
    then();
  });
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    focus();
  }, [value]);
  return element;
}
