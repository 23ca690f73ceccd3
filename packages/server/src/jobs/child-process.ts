import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Program {
  /** Takes its input as the first message, and ends when its work is done. */
  module: URL;
  input: unknown;
  signal: AbortSignal;
  onMessage: (message: unknown, pid: number) => void;
  /** Megabytes of heap it may use. */
  memory: number;
  /** Without a message or heartbeat for this long, although it had a processor, it counts as frozen and is killed. */
  silenceMs?: number;
  /** How long a process has waited for a processor so far. */
  waitedMs?: (pid: number) => number;
}

const HEARTBEAT = new URL('./child-heartbeat.ts', import.meta.url);
const SILENCE_MS = 30_000;
const WATCH_MS = 1_000;

/**
 * Runs heavy work in a child process, so that it takes neither time from the event loop nor memory from the process that
 * answers requests. The child is killed when the signal is aborted and ends by itself when this process is gone, so its work must survive
 * an end at any moment.
 */
export function runProgram(program: Program): Promise<void> {
  const { module, input, signal, onMessage, memory } = program;
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(module), {
      execArgv: ['--import', HEARTBEAT.href, `--max-old-space-size=${memory}`, '--max-semi-space-size=4'],
      env: { ...systemEnvironment(), NODE_COMPILE_CACHE: compileCacheFolder() },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    const watch = watchSilence(program, child.pid ?? 0, kill);
    child.on('message', (message) => {
      watch.messageReceived();
      if (!isHeartbeat(message)) onMessage(message, child.pid ?? 0);
    });
    const stopWatching = () => {
      watch.stop();
      signal.removeEventListener('abort', kill);
    };
    // It could not be started, or not be given its work: there will be no exit, or nothing to wait for.
    child.on('error', (error) => {
      kill();
      stopWatching();
      reject(error);
    });
    child.on('exit', (code, killedBy) => {
      stopWatching();
      if (code === 0) resolve();
      else reject(new Error(`the child process ended with ${code ?? killedBy}`));
    });
    if (signal.aborted) kill();
    else child.send(input as object);
  });
}

/**
 * Kills a child that is frozen. At a low priority on a busy machine it may get no processor for half a minute: that time does not
 * count. Neither does a pause of this process itself, during which it could receive nothing.
 */
function watchSilence(
  { silenceMs = SILENCE_MS, waitedMs = waitedForProcessor }: Program,
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
    messageReceived() {
      quietMs = 0;
      waitedBefore = waited;
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds, as Linux counts them for the thread that runs the program (`/proc/<pid>/schedstat`); 0 where the system does not say. */
export function waitedForProcessor(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6 || 0;
  } catch {
    return 0;
  }
}

/** Variables that libraries read from the environment by themselves: certificates, proxies, PostgreSQL's own settings. */
const SYSTEM_VARIABLES =
  /^(PATH|TZ|HOME|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PG\w+|(HTTPS?|NO|ALL)_PROXY)$/i;

/** The child gets no other variables: our own settings, secrets among them, reach it with the input. */
const systemEnvironment = (all: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(all).filter(([name]) => SYSTEM_VARIABLES.test(name)));

/** The folder given in NODE_COMPILE_CACHE. getCompileCacheDir() returns the subfolder for this version of Node. */
function compileCacheFolder(): string | undefined {
  const folder = getCompileCacheDir();
  return folder && dirname(folder);
}

const isHeartbeat = (message: unknown) => typeof message === 'object' && message !== null && 'heartbeat' in message;
