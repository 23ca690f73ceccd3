import type { Step } from './run.ts';

/** Everything that reads the code without running it. */
export const CHECK_STEPS: Step[] = [
  { name: 'types (contract)', command: 'tsc', args: ['-p', 'packages/contract'] },
  { name: 'types (server)', command: 'tsc', args: ['-p', 'packages/server'] },
  { name: 'types (web)', command: 'tsc', args: ['-p', 'packages/web'] },
  { name: 'types (e2e)', command: 'tsc', args: ['-p', 'e2e'] },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings', '--format=unix'] },
];

export const TEST_STEPS: Step[] = [
  ...CHECK_STEPS,
  { name: 'generated files', command: 'node', args: ['scripts/gen.ts', '--check'] },
  { name: 'unit and server tests', command: 'vitest', args: ['run'] },
  { name: 'web build', command: 'vite', args: ['build', 'packages/web', '--logLevel', 'warn'] },
  { name: 'bundle size', command: 'node', args: ['scripts/bundle-size.ts'] },
  { name: 'browser journeys', command: 'node', args: ['scripts/e2e.ts'] },
];
