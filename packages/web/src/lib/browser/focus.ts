import { useEffect, useEffectEvent, useRef } from 'react';

/** The element to be focused, without scrolling, whenever the value changes; not at first. */
export function useFocusOnChange<E extends HTMLElement>(value: number | string, then: () => void = () => {}) {
  const element = useRef<E>(null);
  const shown = useRef(value);
  const focus = useEffectEvent(() => {
    element.current?.focus({ preventScroll: true });
    then();
  });
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    focus();
  }, [value]);
  return element;
}
