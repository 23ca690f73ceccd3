import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Program {
  /** Gets its input as the first message, and exits when done. */
  module: URL;
  input: unknown;
  signal: AbortSignal;
  onMessage: (message: unknown, pid: number) => void;
  /** Heap limit in megabytes. */
  memory: number;
  /** Killed as frozen after this long without a message or heartbeat, not counting the time it waited for a CPU. */
  silenceMs?: number;
  /** Time the process has waited for a CPU. */
  waitedMs?: (pid: number) => number;
}

const HEARTBEAT = new URL('./child-heartbeat.ts', import.meta.url);
const SILENCE_MS = 30_000;
const WATCH_MS = 1_000;

/** The child is killed on abort and exits with its parent, so its work must survive that. */
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
    // It could not be started or sent its input.
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

/** Time that the child waits for a CPU on a busy machine does not count, nor does a pause of this process. */
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

/** Milliseconds in the run queue (`/proc/<pid>/schedstat`); 0 if unknown. */
export function waitedForProcessor(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6 || 0;
  } catch {
    return 0;
  }
}

/** Environment variables that libraries read themselves: certificates, proxies, PostgreSQL settings. */
const SYSTEM_VARIABLES =
  /^(PATH|TZ|HOME|LANG|LC_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PG\w+|(HTTPS?|NO|ALL)_PROXY)$/i;

/** No other variables: our settings, including secrets, come with the input. */
const systemEnvironment = (all: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(all).filter(([name]) => SYSTEM_VARIABLES.test(name)));

/** The value of NODE_COMPILE_CACHE. getCompileCacheDir() returns its subfolder for this version of Node. */
function compileCacheFolder(): string | undefined {
  const folder = getCompileCacheDir();
  return folder && dirname(folder);
}

const isHeartbeat = (message: unknown) => typeof message === 'object' && message !== null && 'heartbeat' in message;
