import type { Step } from './run.ts';

/** Less garbage collection for short processes; one checker, since several check the same types twice. */
const GROW = { GOGC: 'off', GOMEMLIMIT: '2GiB' };
const types = (name: string, folder: string): Step => ({
  name: `types (${name})`,
  command: 'tsc',
  args: ['-p', folder, '--checkers', '1'],
  env: GROW,
});

const LINT: Step = {
  name: 'lint',
  command: 'oxlint',
  args: ['--deny-warnings', '--format=unix'],
  env: { ...GROW, GOMAXPROCS: '1' },
};
const node = (name: string, ...args: string[]): Step => ({ name, command: 'node', args });
const TYPES: Step[] = [
  types('contract', 'packages/contract'),
  types('server', 'packages/server'),
  types('web', 'packages/web'),
  types('e2e', 'e2e'),
];

const READING: Step[] = [
  { name: 'format', command: 'npm', args: ['run', '--silent', 'format', '--', '--check'] },
  node('pointers', 'scripts/lint/pointers.ts'),
  node('statements', 'scripts/store-sql.ts', '--check'),
  node('releases', 'scripts/lint/releases.ts'),
  node('unique exports', 'scripts/lint/unique-exports.ts'),
  LINT,
];

/** Two lanes of about the same duration. */
export const CHECK_LANES: Step[][] = [READING, TYPES];

/** With what need not wait for the tests; the browser journeys use the build. */
export const READ_LANES: Step[][] = [
  READING,
  [
    ...TYPES,
    node('generated files', 'scripts/gen.ts', '--check'),
    { name: 'web build', command: 'vite', args: ['build', 'packages/web', '--logLevel', 'warn'] },
    node('bundle size', 'scripts/bundle-size.ts'),
  ],
];

export const TEST_STEPS: Step[] = [
  { name: 'unit and server tests', command: 'vitest', args: ['run'] },
  node('browser journeys', 'scripts/e2e.ts'),
];
