import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../with-connection.ts';
import { CLEAN_ENVIRONMENT } from './account.ts';
import { superuserUrl } from './ensure-database.ts';
import { startGuard } from './guard.ts';
import type { LogFile } from './log-file.ts';
import type { DataLocation } from './place-data.ts';
import { clearLeftovers, EmbeddedError, kill, shutdownSteps } from './processes.ts';

export type Log = (event: object, message: string) => void;

const FIRST_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 5_000;

/** Starts PostgreSQL and restarts it at the same address whenever it ends unexpectedly, with a backoff. */
export async function keepRunning(home: DataLocation, binaries: string, logFile: LogFile, log: Log) {
  const mark = `campanero.mark=${randomBytes(8).toString('hex')}`;
  const downListeners: ((reason: string) => void)[] = [];
  const upListeners: (() => void)[] = [];
  let current: Postmaster | undefined;
  let stopping: Promise<void> | undefined;
  // A function, because TypeScript does not see that it changes during an await.
  const isStopping = () => stopping !== undefined;

  const attempt = async (): Promise<string | undefined> => {
    const left = await clearLeftovers(home.data);
    if (left > 0) log({ processes: left }, 'ended PostgreSQL processes left from before');
    if (isStopping()) return 'se está deteniendo';
    const before = logFile.position();
    const startedAt = Date.now();
    current = spawnPostmaster(home, binaries, mark, logFile);
    if (await untilReady(current, home)) {
      log({ postgresPid: current.pid, ms: Date.now() - startedAt }, 'PostgreSQL is up');
      return undefined;
    }
    const ending = await current.ended;
    return logFile.errorSince(before) || ending;
  };

  /** Waits until the process ends and starts the next one. */
  const watch = async (life: Postmaster): Promise<void> => {
    const reason = await life.ended;
    if (isStopping()) return;
    log({ postgresPid: life.pid, reason }, 'PostgreSQL died; starting it again');
    for (const notify of downListeners) notify(reason);
    for (let pause = 100; !isStopping(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const fault = await attempt().catch((error: unknown) => String(error));
      if (!fault) break;
      if (!isStopping()) log({ fault, pause }, 'PostgreSQL did not start; trying again');
      await sleep(pause, undefined, { ref: false });
    }
    if (isStopping() || !current) return;
    for (const notify of upListeners) notify();
    void watch(current);
  };

  // Before PostgreSQL, so that it is never unguarded.
  const guard = startGuard(home, mark);
  const stop = () =>
    (stopping ??= (async () => {
      if (current) await endPostmaster(current);
      await clearLeftovers(home.data);
      guard.dismiss();
    })());

  let fault: string | undefined;
  for (let n = 0; n < FIRST_ATTEMPTS; n++) {
    if (n > 0) await sleep(500);
    fault = await attempt();
    if (!fault) break;
    log({ fault }, 'PostgreSQL did not start');
  }
  if (fault) {
    await stop();
    throw new EmbeddedError(`PostgreSQL no pudo iniciarse con los datos de ${home.root}: ${fault}`);
  }
  if (current) void watch(current);
  return {
    pid: () => (current?.isAlive() ? current.pid : undefined),
    stop,
    onDown: (callback: (reason: string) => void) => void downListeners.push(callback),
    onUp: (callback: () => void) => void upListeners.push(callback),
  };
}

type Postmaster = ReturnType<typeof spawnPostmaster>;

/** `ended` is the exit code or signal, in Spanish. */
function spawnPostmaster(home: DataLocation, binaries: string, mark: string, logFile: LogFile) {
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
async function untilReady(postmaster: Postmaster, home: DataLocation): Promise<boolean> {
  const config = { connectionString: superuserUrl(home.socketDir), connectionTimeoutMillis: 5_000 };
  for (let wait = 25; postmaster.isAlive(); wait = Math.min(wait * 1.5, 500)) {
    try {
      return await withConnection(config, async () => true);
    } catch (error) {
      // Not listening yet or starting up: retry. An authentication error is final.
      if ((error as { code?: string }).code?.startsWith('28')) throw error;
    }
    await Promise.race([sleep(wait), postmaster.ended]);
  }
  return false;
}

async function endPostmaster(postmaster: Postmaster): Promise<void> {
  for (const [signal, timeout] of shutdownSteps(30_000)) {
    if (!postmaster.isAlive() || postmaster.pid === undefined) return;
    kill(postmaster.pid, signal);
    const late = new AbortController();
    await Promise.race([postmaster.ended, sleep(timeout, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
  }
}
