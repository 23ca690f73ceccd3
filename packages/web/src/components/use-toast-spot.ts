import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { MOBILE_BREAKPOINT } from '../theme/tokens.ts';
import { isFree, spotFor, type Area, type Spot } from './toast-place.ts';

/**
 * What a message never covers: filled buttons, buttons that open a menu, and what a page marks itself (the number to be rung).
 * Open menus lie above the messages by their own order.
 */
const KEPT = '.MuiButton-contained, main [aria-haspopup="menu"], [data-keep-clear]';

const isSeen = ({ left, right, top, bottom }: Area) =>
  right > left && bottom > top && bottom > 0 && top < window.innerHeight;

function measure(stack: HTMLElement) {
  const isPhone = window.innerWidth < MOBILE_BREAKPOINT;
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const bars = [...document.querySelectorAll('footer, [data-bottom-bar]')].map((bar) => bar.getBoundingClientRect());
  const shown = bars.filter((bar) => bar.height > 0 && bar.bottom >= window.innerHeight - 1);
  const { width, height } = stack.getBoundingClientRect();
  return {
    window: { width: document.documentElement.clientWidth, height: window.innerHeight },
    stack: { width, height },
    from: Math.max(0, header),
    to: Math.min(window.innerHeight, ...shown.map((bar) => bar.top)),
    isPhone,
    kept: [...document.querySelectorAll(KEPT)].map((element) => element.getBoundingClientRect()).filter(isSeen),
  };
}

function put(stack: HTMLElement, spot: Spot): Spot {
  stack.style.setProperty('top', `${spot.top}px`);
  stack.style.setProperty('inset-inline-end', `${spot.end}px`);
  return spot;
}

/** Puts the messages where they stand; they stay there until something that must be reached comes under them. */
export function useToastSpot(stack: RefObject<HTMLElement | null>, messages: readonly unknown[]): void {
  const spot = useRef<Spot>(undefined);
  const isShown = messages.length > 0;
  // Before it is painted, with as many of them as there are now.
  useLayoutEffect(() => {
    if (stack.current && messages.length > 0) spot.current = put(stack.current, spotFor(measure(stack.current)));
  }, [stack, messages]);

  useEffect(() => {
    if (!isShown) return undefined;
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!stack.current) return;
      const measures = measure(stack.current);
      if (!spot.current || !isFree(measures, spot.current)) spot.current = put(stack.current, spotFor(measures));
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const watch = new MutationObserver(later);
    watch.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', later);
    window.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      window.removeEventListener('resize', later);
      window.removeEventListener('scroll', later, { capture: true });
    };
  }, [stack, isShown]);
}
