import { defineConfig } from 'vitest/config';

// Two cores are what the product is measured on, so two workers; the server's tests share one PostgreSQL (test/global-setup.ts).
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'server',
          include: ['packages/server/{src,test}/**/*.test.ts'],
          environment: 'node',
          // Processes, not threads: tests signal their own children and native modules are loaded once per file.
          pool: 'forks',
          maxWorkers: 2,
          globalSetup: ['packages/server/test/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['packages/web/src/test/setup.ts'],
          maxWorkers: 2,
          testTimeout: 15_000,
        },
      },
    ],
  },
});
