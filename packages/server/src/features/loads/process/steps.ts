import type { Progress } from './progress.ts';

export const STEPS = ['scan', 'wait', 'judge', 'match', 'write', 'end', 'after'] as const;
export type Step = (typeof STEPS)[number];

/** How far each step has got when it begins; reading is measured by its bytes. */
export const BEGINS: Record<Step, number> = {
  scan: 0,
  wait: 0.45,
  judge: 0.46,
  match: 0.5,
  write: 0.6,
  end: 0.97,
  after: 1,
};

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
