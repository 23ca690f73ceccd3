export interface ShutdownSteps {
  add(step: () => Promise<unknown>): void;
  /** Runs all steps, the last added first. A second call returns the promise of the first. */
  run(): Promise<void>;
  isRunning(): boolean;
}

/** The steps that stop the parts of this process, in the reverse order of their start, once. */
export function createShutdownSteps(): ShutdownSteps {
  const steps: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | undefined;

  /** A step that fails must not keep the others from running: all run, and the first failure is thrown at the end. */
  async function runAll() {
    const failures: unknown[] = [];
    for (const step of steps.toReversed())
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
  return {
    add: (step) => void steps.push(step),
    run: () => (running ??= runAll()),
    isRunning: () => running !== undefined,
  };
}
