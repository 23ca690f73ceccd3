import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** Runs one program of the project to its end with this terminal; resolves to its exit code. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`, ...env },
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

export interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** Runs the steps in order, stops at the first that fails, and says how long each took. */
export async function runSteps(steps: Step[]): Promise<void> {
  const times: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name}`);
    const begin = performance.now();
    const code = await run(step.command, step.args, step.env);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    if (code !== 0) {
      console.error(`\n✗ ${step.name} failed after ${seconds} s (exit ${code})`);
      process.exit(code);
    }
    times.push(`${step.name} ${seconds} s`);
  }
  console.log(`\n✓ ${times.join(' · ')}`);
}
