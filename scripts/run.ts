import { spawn, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const MODULES = join(ROOT, 'node_modules');
/** Caches compiled modules for the hundred processes that a test run starts: a server starts in two thirds of the time. */
const COMPILED = join(MODULES, '.cache', 'compiled');

/** Starts one program of the project. */
export function start(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  stdio: StdioOptions = 'inherit',
) {
  const path = `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}`;
  return spawn(command, args, {
    cwd: ROOT,
    stdio,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: path, ...env },
  });
}

/** Runs one program of the project to its end with this terminal; resolves to its exit code. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, env);
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** The same, with its output kept until its end: for programs that run side by side or matter only when they fail. */
export function runQuietly({ command, args, env = {} }: Omit<Step, 'name'>): Promise<{ code: number; said: string }> {
  return new Promise((resolve, reject) => {
    const child = start(command, args, env, ['ignore', 'pipe', 'pipe']);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code: code ?? (signal ? 1 : 0), said: Buffer.concat(said).toString() }),
    );
  });
}

export interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const since = (begun: number) => ((performance.now() - begun) / 1000).toFixed(1);

/** Runs the steps in order, stops at the first that fails, and says how long each took. */
export async function runSteps(steps: Step[]): Promise<void> {
  const times: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const begun = performance.now();
    const code = await run(step.command, step.args, step.env);
    if (code !== 0) {
      console.error(`\n✗ ${step.name} failed after ${since(begun)} s (exit ${code})`);
      process.exit(code);
    }
    times.push(`${step.name} ${since(begun)} s`);
  }
  console.log(`\n✓ ${times.join(' · ')}`);
}

/** Runs the lanes side by side, the steps of each in order. A lane ends at its first failure; the others go on. */
export async function runLanes(lanes: Step[][]): Promise<void> {
  const failed = (await Promise.all(lanes.map(runLane))).filter((name) => name !== undefined);
  if (failed.length === 0) return;
  console.error(`\n✗ failed: ${failed.join(', ')}`);
  process.exit(1);
}

async function runLane(steps: Step[]): Promise<string | undefined> {
  for (const step of steps) {
    const begun = performance.now();
    const { code, said } = await runQuietly(step);
    console.log(`\n── ${step.name} (${since(begun)} s)\n${said}`.trimEnd());
    if (code !== 0) return step.name;
  }
  return undefined;
}
