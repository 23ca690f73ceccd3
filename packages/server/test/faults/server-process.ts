import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface ServerProcess {
  child: ChildProcess;
  /** Output so far, log included. */
  output(): string;
  /** Resolves to its URL, rejects if it ends first. */
  ready: Promise<string>;
  /** Exit code or signal. */
  exit: Promise<number | string | null>;
}

/** Compile cache of the run (scripts/run.ts), if any. */
const compiled = () =>
  process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {};

/** The real server as a child process; of the environment it gets only PATH. */
export function startProcess(env: Record<string, string>, main = MAIN): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/',
      ...compiled(),
      PORT: '0',
      HOST: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string | null);
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /listo en http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exit.then((code) => reject(new Error(`the server ended (${code}) before it was ready:\n${output}`)));
  });
  // Avoids an unhandled rejection if the caller does not await it.
  ready.catch(() => {});
  return { child, output: () => output, ready, exit };
}

/** Stops it if it still runs. */
export async function endProcess({ child, exit }: ServerProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exit;
}
