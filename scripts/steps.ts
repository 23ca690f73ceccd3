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
const FORMAT: Step = { name: 'format', command: 'npm', args: ['run', '--silent', 'format', '--', '--check'] };
const POINTERS: Step = { name: 'pointers', command: 'node', args: ['scripts/lint/pointers.ts'] };
const STATEMENTS: Step = { name: 'statements', command: 'node', args: ['scripts/store-sql.ts', '--check'] };
const RELEASES: Step = { name: 'releases', command: 'node', args: ['scripts/lint/releases.ts'] };
const EXPORTS: Step = { name: 'unique exports', command: 'node', args: ['scripts/lint/unique-exports.ts'] };
const TYPES: Step[] = [
  types('contract', 'packages/contract'),
  types('server', 'packages/server'),
  types('web', 'packages/web'),
  types('e2e', 'e2e'),
];

const READING = [FORMAT, POINTERS, STATEMENTS, RELEASES, EXPORTS, LINT];

/** Two lanes of about the same duration. */
export const CHECK_LANES: Step[][] = [READING, TYPES];

/** With what need not wait for the tests; the browser journeys use the build. */
export const READ_LANES: Step[][] = [
  READING,
  [
    ...TYPES,
    { name: 'generated files', command: 'node', args: ['scripts/gen.ts', '--check'] },
    { name: 'web build', command: 'vite', args: ['build', 'packages/web', '--logLevel', 'warn'] },
    { name: 'bundle size', command: 'node', args: ['scripts/bundle-size.ts'] },
  ],
];

export const TEST_STEPS: Step[] = [
  { name: 'unit and server tests', command: 'vitest', args: ['run'] },
  { name: 'browser journeys', command: 'node', args: ['scripts/e2e.ts'] },
];
