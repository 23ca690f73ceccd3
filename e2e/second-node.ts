import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { applicationUrl, ownerUrl } from '../packages/server/src/db/embedded/ensure-database.ts';
import { placeData } from '../packages/server/src/db/embedded/place-data.ts';
import { readOrCreateJwtSecret } from '../packages/server/src/process/jwt-secret.ts';

// A further web node on the product's database, for a journey that kills its server: the others keep theirs.

export const SECOND_NODE = `http://localhost:${Number(process.env['E2E_PORT']) + 1}`;

export interface Node {
  /** As the power does: nothing is finished, nobody is told. */
  kill(): Promise<void>;
  /** In order. */
  stop(): Promise<void>;
}

export const startSecondNode = (): Promise<Node> => startBesideProduct(SECOND_NODE);

/** A node with settings of its own on the product's database. */
export async function startBesideProduct(url: string, settings: Record<string, string> = {}): Promise<Node> {
  const dataDir = process.env['E2E_DATA_DIR']!;
  const { socketDir } = await placeData(dataDir);
  return startNode(url, {
    DATA_DIR: dataDir,
    JWT_SECRET: await readOrCreateJwtSecret(dataDir),
    DATABASE_URL: applicationUrl(socketDir),
    DATABASE_OWNER_URL: ownerUrl(socketDir),
    ROLE: 'web',
    SEED: 'demo',
    ...settings,
  });
}

/** A process of the product at this address; there once it answers. */
export async function startNode(url: string, settings: Record<string, string>): Promise<Node> {
  const child = spawn('node', ['packages/server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: new URL(url).port, PUBLIC_URL: url, LOG_LEVEL: 'error', ...settings },
  });
  // A journey that fails before it kills it leaves it to the end of its worker.
  process.once('exit', () => child.kill('SIGKILL'));
  // Its log goes there: kept to say why it ended.
  const said: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => said.push(part));
  await answering(child, url).catch((error: Error) => {
    throw new Error(`${error.message}\n${Buffer.concat(said).toString()}`);
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return { kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('the node did not start');
}
