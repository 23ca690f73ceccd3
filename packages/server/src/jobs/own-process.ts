import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { standBack } from './stand-back.ts';

export interface Errand {
  /** The program: takes its input as the first message, and ends with its work. */
  module: URL;
  input: unknown;
  signal: AbortSignal;
  onMessage: (message: unknown, pid: number) => void;
  /** Megabytes of heap it may use. */
  memory: number;
  /** Nothing heard from it for so long, not even its pulse: it is frozen, and ended. */
  silenceMs?: number;
}

const PULSE = new URL('./pulse.ts', import.meta.url);
const SILENCE_MS = 30_000;

/**
 * Runs heavy work in a process of its own, so that neither the event loop nor the memory of the one that answers people feels
 * it. It ends the hard way when the signal says so, and by itself when this process is gone: what it does must bear that.
 */
export function runInOwnProcess(errand: Errand): Promise<void> {
  const { module, input, signal, onMessage, memory, silenceMs = SILENCE_MS } = errand;
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(module), {
      execArgv: ['--import', PULSE.href, `--max-old-space-size=${memory}`, '--max-semi-space-size=4'],
      // Nothing of the environment: settings come with the input.
      env: { PATH: process.env['PATH'], TZ: process.env['TZ'], NODE_COMPILE_CACHE: compiledBelow() },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    standBack(child.pid);
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    let heardAt = Date.now();
    const watch = setInterval(() => void (Date.now() - heardAt > silenceMs && kill()), 1_000);
    child.on('message', (message) => {
      heardAt = Date.now();
      if (!isPulse(message)) onMessage(message, child.pid ?? 0);
    });
    child.on('error', reject);
    child.on('exit', (code, killedBy) => {
      clearInterval(watch);
      signal.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else reject(new Error(`the process of its own ended with ${code ?? killedBy}`));
    });
    if (signal.aborted) kill();
    else child.send(input as object);
  });
}

/** The folder that was named to Node, above the one of its version; none where nothing is kept. */
function compiledBelow(): string | undefined {
  const folder = getCompileCacheDir();
  return folder && dirname(folder);
}

const isPulse = (message: unknown) => typeof message === 'object' && message !== null && 'pulse' in message;
