import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CLEAN_ENVIRONMENT } from './account.ts';
import { SUPERUSER } from './cluster.ts';
import type { LogFile } from './log-file.ts';
import type { DataLocation } from './place-data.ts';
import { kill } from './processes.ts';

export type Postmaster = ReturnType<typeof spawnPostmaster>;

/** `ended` is the exit code or signal, in Spanish. */
export function spawnPostmaster(home: DataLocation, binaries: string, mark: string, logFile: LogFile) {
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', home.data, '-c', mark], {
    ...home.account.identity,
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    stdio: ['ignore', logFile.fd, logFile.fd],
    // Not in the terminal's group: after Ctrl-C it must run until the requests in flight are answered.
    detached: true,
  });
  let alive = true;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `señal ${signal}` : `código ${code}`));
  }).finally(() => (alive = false));
  return { pid: child.pid, isAlive: () => alive, ended };
}

/** Waits while the process lives: crash recovery may take a while. False if it died first. */
export async function untilReady(postmaster: Postmaster, home: DataLocation): Promise<boolean> {
  for (let wait = 25; postmaster.isAlive(); wait = Math.min(wait * 1.5, 500)) {
    const client = new pg.Client({
      host: home.socketDir,
      user: SUPERUSER,
      database: 'postgres',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      // Not listening yet or starting up: retry. An authentication error is final.
      if ((error as { code?: string }).code?.startsWith('28')) throw error;
    }
    await Promise.race([sleep(wait), postmaster.ended]);
  }
  return false;
}

/** Fast shutdown, then immediate, then SIGKILL. */
export async function endPostmaster(postmaster: Postmaster): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeout] of steps) {
    if (!postmaster.isAlive() || postmaster.pid === undefined) return;
    kill(postmaster.pid, signal);
    const late = new AbortController();
    await Promise.race([postmaster.ended, sleep(timeout, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
  }
}
