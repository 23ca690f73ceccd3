import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StatusView } from '@campanero/contract/status/endpoints';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const ADMIN = { email: 'primera@prueba.gob.ar', password: 'una clave larga de prueba' };

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let folder: string;
const started: ServerProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campanero-nodes-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(endProcess));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function start(dataDir: string, key: string): ServerProcess {
  const server = startProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    JWT_SECRET: key.repeat(32),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  started.push(server);
  return server;
}

async function signIn(address: string): Promise<Record<string, string>> {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query('update app_user set must_change_password = false');
  await client.end();
  const reply = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = (await reply.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

test('reports a node with other files or another key on the status page and in the log', async () => {
  const first = start(join(folder, 'shared'), 'a');
  const address = await first.ready;
  const second = start(join(folder, 'shared'), 'a');
  await second.ready;
  const odd = start(join(folder, 'own'), 'b');
  const port = new URL(await odd.ready).port;
  const headers = await signIn(address);
  const read = async (path: string, method = 'GET') =>
    (await (await fetch(`${address}/api/status${path}`, { method, headers })).json()) as StatusView;
  await vi.waitFor(
    async () => {
      const { findings, isLooking } = await read('');
      if (!isLooking) await read('/look', 'POST');
      const bad = findings.filter(({ state }) => state === 'bad').map(({ about, says }) => `${about}: ${says}`);
      expect(bad).toHaveLength(2);
      expect(bad[0]).toMatch(new RegExp(`JWT_SECRET: .* difiere en \\S+:${port}$`));
      expect(bad[1]).toMatch(new RegExp(`Archivos compartidos: .* difiere \\S+:${port}$`));
    },
    { timeout: 60_000, interval: 2_000 },
  );
  expect(odd.output()).toContain('no es el mismo en todos los nodos');
});

function mountSmall(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a node with a full disk stays ready, and another one can start', async (context) => {
  const small = await mkdtemp(join(tmpdir(), 'campanero-small-'));
  if (!mountSmall(small)) return context.skip('a tmpfs needs root');
  try {
    const address = await start(small, 'a').ready;
    await writeFile(join(small, 'filler'), Buffer.alloc(16 * 2 ** 20)).catch(() => {});
    const headers = await signIn(address);
    await vi.waitFor(
      async () => {
        const reply = await fetch(`${address}/api/ready`);
        expect([reply.status, await reply.json()]).toEqual([
          200,
          { status: 'ok', degraded: ['storage', 'data-folder'] },
        ]);
      },
      { timeout: 30_000, interval: 1_000 },
    );
    expect((await fetch(`${address}/api/campaign`, { headers })).status).toBe(200);
    const later = await start(small, 'a').ready;
    expect((await fetch(`${later}/api/campaign`, { headers })).status).toBe(200);
    await rm(join(small, 'filler'));
    await vi.waitFor(
      async () => expect(await (await fetch(`${later}/api/ready`)).json()).toEqual({ status: 'ok', degraded: [] }),
      { timeout: 30_000, interval: 1_000 },
    );
  } finally {
    await Promise.all(started.splice(0).map(endProcess));
    execFileSync('umount', [small]);
    await rm(small, { recursive: true });
  }
});
