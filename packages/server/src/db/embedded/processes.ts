import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The message is one Spanish sentence for the person who started the server. */
export class EmbeddedError extends Error {}

/** By working directory: all processes of PostgreSQL run in the data folder. */
export async function processesOf(data: string): Promise<number[]> {
  const entries = await readdir('/proc');
  const found = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (pid) => {
        // Gone meanwhile, or another user's.
        const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
        const name = cwd === data ? await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') : '';
        return name.trim() === 'postgres' ? [Number(pid)] : [];
      }),
  );
  return found.flat();
}

const postmasterOf = async (data: string): Promise<number | undefined> => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
};

/** Fast shutdown, then immediate, then SIGKILL; the time to wait after each in milliseconds. */
export const shutdownSteps = (patience: number): [NodeJS.Signals, number][] => [
  ['SIGINT', patience],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Ends processes of an earlier start, beside which PostgreSQL would refuse to start. The caller holds the data lock. */
export async function clearLeftovers(data: string): Promise<number> {
  let cleared = 0;
  for (const [signal, timeout] of shutdownSteps(10_000)) {
    const running = await processesOf(data);
    if (running.length === 0) return cleared;
    cleared = Math.max(cleared, running.length);
    const postmaster = await postmasterOf(data);
    const isPostmasterAlive = postmaster !== undefined && running.includes(postmaster);
    // SIGINT is a fast shutdown for the postmaster; orphaned backends would only cancel their statement.
    if (!isPostmasterAlive && signal === 'SIGINT') continue;
    for (const pid of isPostmasterAlive && signal !== 'SIGKILL' ? [postmaster] : running) kill(pid, signal);
    const until = Date.now() + timeout;
    while (Date.now() < until && (await processesOf(data)).length > 0) await sleep(50);
  }
  return cleared;
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}
