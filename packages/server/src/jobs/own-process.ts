import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Errand {
  /** The program: takes its input as the first message, and ends with its work. */
  module: URL;
  input: unknown;
  signal: AbortSignal;
  onMessage: (message: unknown, pid: number) => void;
  /** Megabytes of heap it may use. */
  memory: number;
}

/**
 * Runs heavy work in a process of its own, so that neither the event loop nor the memory of the one that answers people feels
 * it. It ends the hard way when the signal says so, and by itself when this process is gone: what it does must bear that.
 */
export function runInOwnProcess({ module, input, signal, onMessage, memory }: Errand): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(module), {
      execArgv: [`--max-old-space-size=${memory}`, '--max-semi-space-size=16'],
      // Nothing of the environment: settings come with the input.
      env: { PATH: process.env['PATH'], TZ: process.env['TZ'] },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    child.on('message', (message) => onMessage(message, child.pid ?? 0));
    child.on('error', reject);
    child.on('exit', (code, killedBy) => {
      signal.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else reject(new Error(`the process of its own ended with ${code ?? killedBy}`));
    });
    if (signal.aborted) kill();
    else child.send(input as object);
  });
}
