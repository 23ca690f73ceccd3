export interface UndoList {
  add(step: () => Promise<unknown>): void;
  /** Takes everything down, the last first. Again: the same run. */
  run(): Promise<void>;
  isRunning(): boolean;
}

/** What is up, in the order it came up; taken down in the opposite one, once. */
export function createUndoList(): UndoList {
  const steps: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | undefined;

  /** One step that fails must not leave the others up: all run, and the first failure is told at the end. */
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
