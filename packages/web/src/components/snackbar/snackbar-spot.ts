import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { MOBILE_BREAKPOINT } from '../../theme/tokens.ts';

/** Position of the message: below the toolbar, moved sideways as far as needed to cover nothing important, else (and on a phone) at the lower edge. */
type Area = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
interface Spot {
  top: number;
  /** Distance from the window's end edge. */
  end: number;
}

const STEP = 8;
const EDGE = 16;
const CLEARANCE = 4;

const doMeet = (a: Area, b: Area) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

interface Measures {
  window: { width: number; height: number };
  stack: { width: number; height: number };
  /** Lower edge of the toolbar and upper edge of the bottom bars. */
  from: number;
  to: number;
  isPhone: boolean;
  kept: readonly Area[];
}

const areaOf = ({ window, stack }: Measures, { top, end }: Spot): Area => ({
  left: window.width - end - stack.width,
  right: window.width - end,
  top,
  bottom: top + stack.height,
});

export const isSpotFree = (measures: Measures, spot: Spot): boolean => {
  const { left, right, top, bottom } = areaOf(measures, spot);
  const own = { left: left - CLEARANCE, right: right + CLEARANCE, top: top - CLEARANCE, bottom: bottom + CLEARANCE };
  return !measures.kept.some((area) => doMeet(own, area));
};

/** The first free spot, from the default one on. */
export function findSpot(measures: Measures): Spot {
  const { window, stack, from, to, isPhone, kept } = measures;
  const low = upwards(from + STEP, to - stack.height - STEP);
  const rows = isPhone ? [low] : [[from + STEP], low];
  const ends = [EDGE, ...kept.map(({ left }) => window.width - left + STEP)]
    .filter((end) => end >= EDGE && end + stack.width <= window.width - EDGE)
    .toSorted((a, b) => a - b);
  for (const tops of rows)
    for (const end of ends.length > 0 ? ends : [EDGE])
      for (const top of tops) if (isSpotFree(measures, { top, end })) return { top, end };
  return { top: rows[0]![0]!, end: EDGE };
}

function upwards(first: number, last: number): number[] {
  const tops = [Math.max(first, last)];
  for (let top = last - STEP; top >= first; top -= STEP) tops.push(top);
  return tops;
}

/** Never covered: filled buttons, buttons with a menu, titles with what stands beside them, open drawers, and marked elements. Open menus have a higher z-index. */
const KEPT =
  '.MuiButton-contained, main [aria-haspopup="menu"], main h1, main header > *, .MuiDrawer-paper, [data-keep-clear]';

const isSeen = ({ left, right, top, bottom }: Area) =>
  right > left && bottom > top && bottom > 0 && top < window.innerHeight;

/** Mirrors areas in RTL: all calculations are LTR. */
function areaIn(width: number, { left, right, top, bottom }: Area): Area {
  if (document.documentElement.dir !== 'rtl') return { left, right, top, bottom };
  return { left: width - right, right: width - left, top, bottom };
}

function measure(stack: HTMLElement) {
  const isPhone = window.innerWidth < MOBILE_BREAKPOINT;
  const tops = [...document.querySelectorAll('[data-bar="top"]')].map((bar) => bar.getBoundingClientRect().bottom);
  const bars = [...document.querySelectorAll('footer, [data-bottom-bar]')].map((bar) => bar.getBoundingClientRect());
  const shown = bars.filter((bar) => bar.height > 0 && bar.bottom >= window.innerHeight - 1);
  const { width, height } = stack.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  return {
    window: { width: clientWidth, height: window.innerHeight },
    stack: { width, height },
    from: Math.max(0, ...tops),
    to: Math.min(window.innerHeight, ...shown.map((bar) => bar.top)),
    isPhone,
    kept: [...document.querySelectorAll(KEPT)]
      .map((element) => areaIn(clientWidth, element.getBoundingClientRect()))
      .filter(isSeen),
  };
}

function put(stack: HTMLElement, spot: Spot): Spot {
  stack.style.setProperty('top', `${spot.top}px`);
  stack.style.setProperty('inset-inline-end', `${spot.end}px`);
  return spot;
}

/** Positions the message; it moves only if something important gets under it. */
export function useSnackbarSpot(stack: RefObject<HTMLElement | null>, message: unknown): void {
  const spot = useRef<Spot>(undefined);
  const isShown = message !== undefined;
  useLayoutEffect(() => {
    if (stack.current && message) spot.current = put(stack.current, findSpot(measure(stack.current)));
  }, [stack, message]);

  useEffect(() => {
    if (!isShown) return undefined;
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!stack.current) return;
      const measures = measure(stack.current);
      if (!spot.current || !isSpotFree(measures, spot.current)) spot.current = put(stack.current, findSpot(measures));
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
