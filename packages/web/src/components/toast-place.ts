/**
 * Where messages stand: top right under the toolbar, or on a phone at its lower edge, moved from there only as far as needed to
 * cover nothing that must be reached while they are shown (UX-19).
 */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Spot {
  top: number;
  /** Distance from the window's end, where text ends. */
  end: number;
}

const STEP = 8;
const EDGE = 16;
/** Air around what must stay free. */
const CLEARANCE = 4;

const doMeet = (a: Area, b: Area) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

interface Measures {
  window: { width: number; height: number };
  /** Of all messages together. */
  stack: { width: number; height: number };
  /** Lower edge of the toolbar and upper edge of what is fixed at the bottom. */
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

export const isFree = (measures: Measures, spot: Spot): boolean => {
  const { left, right, top, bottom } = areaOf(measures, spot);
  const own = { left: left - CLEARANCE, right: right + CLEARANCE, top: top - CLEARANCE, bottom: bottom + CLEARANCE };
  return !measures.kept.some((area) => doMeet(own, area));
};

/** The first free spot, beginning where messages belong; beside a column of buttons if there is none above or below it. */
export function spotFor(measures: Measures): Spot {
  const { window, stack, from, to, isPhone, kept } = measures;
  const last = Math.max(from + STEP, to - stack.height - STEP);
  const tops: number[] = [];
  for (let top = from + STEP; top < last; top += STEP) tops.push(top);
  tops.push(last);
  if (isPhone) tops.reverse();
  const ends = [EDGE, ...kept.map(({ left }) => window.width - left + STEP)]
    .filter((end) => end >= EDGE && end + stack.width <= window.width - EDGE)
    .toSorted((a, b) => a - b);
  for (const end of ends.length > 0 ? ends : [EDGE])
    for (const top of tops) if (isFree(measures, { top, end })) return { top, end };
  return { top: tops[0]!, end: EDGE };
}
