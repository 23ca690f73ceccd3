import { defineConfig } from 'vitest/config';

// What starts, kills, freezes and restarts processes and servers of its own (`npm run faults`).
export default defineConfig({
  test: {
    name: 'faults',
    include: ['packages/server/{src,test}/**/*.faults.ts'],
    environment: 'node',
    pool: 'forks',
    // One at a time: each run wants the whole machine and measures seconds.
    fileParallelism: false,
    globalSetup: ['packages/server/test/global-setup.ts'],
    testTimeout: 15 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
