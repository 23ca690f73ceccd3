import type { Progress } from './progress.ts';

export const STEPS = ['scan', 'index', 'wait', 'match', 'write', 'end', 'after'] as const;
export type Step = (typeof STEPS)[number];

/**
 * How far each step has got when it begins. Reading is measured by its bytes; the statements after it do not tell how far they
 * are, so they are taken to be as fast as reading was.
 */
export const BEGINS: Record<Step, number> = {
  scan: 0,
  index: 0.5,
  wait: 0.51,
  match: 0.52,
  write: 0.63,
  end: 0.97,
  after: 1,
};
/** Where leaves were filled while reading, their indexes are most of what is left: it gets here before the other steps begin. */
const INDEXED = 0.9;

/** Keeps the time of each step, and tells whoever watches when one begins. */
export function createSteps(
  run: { abort: AbortController; onStep?: ((step: Step) => void) | undefined },
  progress: Progress,
) {
  const times: Partial<Record<Step, number>> = {};
  let current: { step: Step; since: number } | undefined;
  const close = () => {
    if (current) times[current.step] = Math.round((times[current.step] ?? 0) + performance.now() - current.since);
  };
  return {
    begin(step: Step) {
      close();
      current = { step, since: performance.now() };
      progress.set(BEGINS[step]);
      const next = STEPS[STEPS.indexOf(step) + 1];
      const end = step === 'index' ? INDEXED : next && BEGINS[next];
      if (step !== 'scan' && end) progress.drift(end, ((times.scan ?? 1_000) * (end - BEGINS[step])) / BEGINS.index);
      run.onStep?.(step);
      if (step !== 'after' && step !== 'end') run.abort.signal.throwIfAborted();
    },
    times() {
      close();
      current = undefined;
      return times;
    },
  };
}
