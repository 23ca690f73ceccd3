export interface ShutdownSteps {
  add(step: () => Promise<unknown>): void;
  /** Runs all steps, last added first. A second call returns the first promise. */
  run(): Promise<void>;
  isRunning(): boolean;
}

export function createShutdownSteps(): ShutdownSteps {
  const steps: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | undefined;

  /** All steps run even if one fails; the first failure is thrown at the end. */
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
