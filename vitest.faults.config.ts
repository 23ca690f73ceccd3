import { defineConfig } from 'vitest/config';

// The long runs that kill, freeze and restart real processes (`npm run faults`); their small forms are part of `npm test`.
export default defineConfig({
  test: {
    name: 'faults',
    include: ['packages/server/test/faults/**/*.faults.ts'],
    environment: 'node',
    pool: 'forks',
    // One at a time: each run wants the whole machine and measures seconds.
    fileParallelism: false,
    globalSetup: ['packages/server/test/global-setup.ts'],
    testTimeout: 15 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
