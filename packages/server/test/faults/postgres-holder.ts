import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectionTo } from '../../src/db/connection.ts';
import { processesOf } from '../../src/db/embedded/processes.ts';

const SCRIPT = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));

export interface Holder {
  url: string;
  /** Of the Node process. */
  pid: number;
  postgresPid: number;
  /** kill -9, and waits for its end. */
  kill9(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  end(): Promise<number | null>;
}

/** A child process with the embedded PostgreSQL of that folder; rejects with its output on failure. */
export async function holdPostgres(dataDir: string): Promise<Holder> {
  const child = spawn(process.execPath, [SCRIPT, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const firstLine = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const line = await Promise.race([firstLine.then(([text]) => text), exited.then(() => undefined)]);
  if (line === undefined) throw new Error(complaint.trim());
  const { url, pid } = JSON.parse(line) as { url: string; pid: number };
  return {
    url,
    pid: child.pid ?? 0,
    postgresPid: pid,
    kill9: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    end: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

/** One statement on a new connection. */
export async function ask<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ ...connectionTo(url), connectionTimeoutMillis: 4_000 });
  client.on('error', () => {}); // tests cut connections on purpose
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Milliseconds until no PostgreSQL process uses the data; throws after the timeout. */
export async function untilGone(data: string, patienceMs: number): Promise<number> {
  const startedAt = Date.now();
  while ((await processesOf(data)).length > 0) {
    if (Date.now() - startedAt > patienceMs) throw new Error(`PostgreSQL processes still run on ${data}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Date.now() - startedAt;
}

/** Retries until success; throws the last error after the timeout. */
export async function untilWorks<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() - startedAt > patienceMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
