import { scaleLinear } from 'd3-scale';

/** Shorter, an axis of counts would be divided more finely than there is anything to count. */
const LEAST_TOP = 4;

/** An axis of counts from zero to a round number, with a tick at whole numbers only: there is no half call. */
export function countAxis(highest: number, range: readonly [number, number], steps: number) {
  const scale = scaleLinear([0, Math.max(LEAST_TOP, highest)], range).nice(steps);
  return { scale, ticks: scale.ticks(steps).filter(Number.isInteger) };
}
