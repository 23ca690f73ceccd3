import { chmod, mkdir, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './processes.ts';

/** The kernel may keep a killed process's sockets for a moment. */
const PATIENCE_MS = 1_000;

/** One server per data folder: an abstract socket named after its inode, released by the kernel, tells the holder's pid. */
export async function lockData(dataDir: string): Promise<{ release(): Promise<void> }> {
  const { dev, ino } = await stat(dataDir);
  const name = `\0campanero-data-${dev}-${ino}`;
  const patientUntil = Date.now() + PATIENCE_MS;
  for (;;) {
    const server = await listen(name);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    if (Date.now() > patientUntil) break;
    await sleep(100);
  }
  const holder = await askHolder(name);
  throw new EmbeddedError(
    `Ya hay un servidor en marcha con los datos de ${dataDir} (${holder ? `proceso ${holder}` : 'otro proceso'}): deténgalo o indique otra carpeta en DATA_DIR.`,
  );
}

export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // As root: PostgreSQL's user must be able to traverse it; the files in it have their own permissions.
    if (made !== undefined) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw unwritable(dataDir, cause);
  }
}

export const unwritable = (dataDir: string, cause: unknown) =>
  new EmbeddedError(
    `No se puede escribir en ${dataDir} (${(cause as NodeJS.ErrnoException).code ?? String(cause)}): revise los permisos o indique otra carpeta en DATA_DIR.`,
    { cause },
  );

function listen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(name, () => resolve(server.unref()));
  });
}

function askHolder(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(name);
    // A stopped or busy holder keeps the lock but cannot answer.
    socket.setTimeout(1_000, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => {});
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? answer : undefined));
  });
}
