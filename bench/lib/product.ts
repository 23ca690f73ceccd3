import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..', '..');

/** A fixed secret, so that a benchmark can make sessions itself. */
export const BENCH_SECRET = 'a key for this run of the benchmark only';

export interface Product {
  url: string;
  dataDir: string;
  pid: number;
  stop(): Promise<void>;
}

/** The real product as a process of its own, with demo data and limits out of the way. */
export async function startProduct(databaseUrl: string, settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'campanero-bench-'));
  const port = freePort();
  const child = spawn('node', ['packages/server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', process.env['BENCH_LOG'] ? 'inherit' : 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: BENCH_SECRET,
      SEED: 'demo',
      LOG_LEVEL: process.env['BENCH_LOG'] ?? 'error',
      RATE_LIMIT: '1000000',
      ...settings,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/api/ready`, child);
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A helper program of a benchmark that prints `ready` once it serves. */
export async function startProgram(file: string, env: Record<string, string>): Promise<{ stop(): Promise<void> }> {
  const child = spawn('node', [join(ROOT, 'bench', file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  await once(child.stdout, 'data');
  return { stop: () => end(child) };
}

/** Below the ports that the system gives to outgoing connections (32768 and up on Linux). */
export const freePort = () => 20_000 + Math.floor(Math.random() * 12_000);

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode} while starting`);
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error('the product did not become ready within five minutes');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
