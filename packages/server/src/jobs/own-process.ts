import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Errand {
  /** The program: takes its input as the first message, and ends with its work. */
  module: URL;
  input: unknown;
  signal: AbortSignal;
  onMessage: (message: unknown, pid: number) => void;
  /** Megabytes of heap it may use. */
  memory: number;
  /** Nothing heard from it for so long, not even its pulse, although it could have run: it is frozen, and ended. */
  silenceMs?: number;
  /** How long a process has waited for a processor so far. */
  waitedMs?: (pid: number) => number;
}

const PULSE = new URL('./pulse.ts', import.meta.url);
const SILENCE_MS = 30_000;
const WATCH_MS = 1_000;

/**
 * Runs heavy work in a process of its own, so that neither the event loop nor the memory of the one that answers people feels
 * it. It ends the hard way when the signal says so, and by itself when this process is gone: what it does must bear that.
 */
export function runInOwnProcess(errand: Errand): Promise<void> {
  const { module, input, signal, onMessage, memory } = errand;
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(module), {
      execArgv: ['--import', PULSE.href, `--max-old-space-size=${memory}`, '--max-semi-space-size=4'],
      env: { ...environmentOfSystem(), NODE_COMPILE_CACHE: compiledBelow() },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    const watch = watchSilence(errand, child.pid ?? 0, kill);
    child.on('message', (message) => {
      watch.heard();
      if (!isPulse(message)) onMessage(message, child.pid ?? 0);
    });
    child.on('error', reject);
    child.on('exit', (code, killedBy) => {
      watch.stop();
      signal.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else reject(new Error(`the process of its own ended with ${code ?? killedBy}`));
    });
    if (signal.aborted) kill();
    else child.send(input as object);
  });
}

/**
 * Ends a process that stands still. At a lower priority, on a busy machine, it may get no processor for half a minute: that time
 * does not count. Neither does a pause of this process itself, in which it could hear nothing.
 */
function watchSilence(
  { silenceMs = SILENCE_MS, waitedMs = waitedForProcessor }: Errand,
  pid: number,
  kill: () => void,
) {
  let quietMs = 0;
  let checkedAt = Date.now();
  let waited = waitedMs(pid);
  let waitedBefore = waited;
  const timer = setInterval(() => {
    const now = Date.now();
    quietMs += Math.min(now - checkedAt, 2 * WATCH_MS);
    checkedAt = now;
    waited = waitedMs(pid);
    if (quietMs - (waited - waitedBefore) > silenceMs) kill();
  }, WATCH_MS);
  return {
    heard() {
      quietMs = 0;
      waitedBefore = waited;
    },
    stop: () => clearInterval(timer),
  };
}

/** As Linux counts it for the thread that runs the program (`/proc/<pid>/schedstat`); 0 where the system does not say. */
export function waitedForProcessor(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6 || 0;
  } catch {
    return 0;
  }
}

/** What libraries read of the environment by themselves: certificates, proxies, PostgreSQL's own settings. */
const OF_SYSTEM = /^(PATH|TZ|HOME|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PG\w+|(HTTPS?|NO|ALL)_PROXY)$/i;

/** Nothing of ours is passed on: settings, secrets among them, come with the input. */
const environmentOfSystem = (all: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(all).filter(([name]) => OF_SYSTEM.test(name)));

/** The folder that was named to Node, above the one of its version; none where nothing is kept. */
function compiledBelow(): string | undefined {
  const folder = getCompileCacheDir();
  return folder && dirname(folder);
}

const isPulse = (message: unknown) => typeof message === 'object' && message !== null && 'pulse' in message;
