import { defineConfig } from 'vitest/config';
import { manualHelp } from './packages/web/build/manual-help.ts';

// Two cores are what the product is measured on, and one test in three waits for processes or the queue: three workers. The
// server's tests share one PostgreSQL (test/global-setup.ts).
// Nothing is isolated: a worker loads the code once for all its files instead of once for each, which was half of the time. So a
// test leaves nothing behind in a module, in the environment or in the clock (web/src/test/setup.ts clears the rest).
const WORKERS = 3;
/** Rendering and SQL leave much behind that is short-lived: with room for it, collecting costs less. */
const ROOMY = ['--max-semi-space-size=64'];

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts', 'packages/web/build/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/{src,test}/**/*.test.ts'],
          environment: 'node',
          // Processes, not threads: tests signal their own children.
          pool: 'forks',
          execArgv: ROOMY,
          isolate: false,
          maxWorkers: WORKERS,
          globalSetup: ['packages/server/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [manualHelp()],
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Not a low one: there the contact page looks otherwise.
          environmentOptions: { happyDOM: { width: 1024, height: 900 } },
          execArgv: ROOMY,
          isolate: false,
          setupFiles: ['packages/web/src/test/setup.ts'],
          // A third one costs more than it brings: each loads all the components first.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
        },
      },
    ],
  },
});
