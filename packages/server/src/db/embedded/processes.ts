import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The embedded PostgreSQL cannot serve; the message is one sentence for the person who started the server. */
export class EmbeddedError extends Error {}

/** Finds them by their working directory: postmaster and children of PostgreSQL all work in the data folder. */
export async function processesOf(data: string): Promise<number[]> {
  const entries = await readdir('/proc');
  const found = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (pid) => {
        // Gone meanwhile, or another user's: not ours either way.
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

/**
 * Ends processes of an earlier start that still run on that data: a postmaster whose server and guard were both killed (or
 * whose guard is at work right now), or backends busy in a long statement that have not noticed their postmaster's death.
 * The caller must hold the data's lock. PostgreSQL itself would refuse to start beside them.
 */
export async function clearLeftovers(data: string): Promise<number> {
  const ladder: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  let cleared = 0;
  for (const [signal, patience] of ladder) {
    const running = await processesOf(data);
    if (running.length === 0) return cleared;
    cleared = Math.max(cleared, running.length);
    const postmaster = await postmasterOf(data);
    const isLed = postmaster !== undefined && running.includes(postmaster);
    // A fast shutdown is an order to the postmaster; children without one would only cancel their statement.
    if (!isLed && signal === 'SIGINT') continue;
    for (const pid of isLed && signal !== 'SIGKILL' ? [postmaster] : running) kill(pid, signal);
    const until = Date.now() + patience;
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
