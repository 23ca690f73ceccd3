import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processesOf } from '../../src/db/embedded/processes.ts';
import { endProcess, startProcess } from './server-process.ts';

const ADMIN = { email: 'primera@prueba.gob.ar', password: 'una clave larga de prueba' };

async function findPostmaster(dataDir: string): Promise<number> {
  const files = await readdir(dataDir, { recursive: true });
  const file = files.find((name) => name.endsWith('postmaster.pid'));
  return Number((await readFile(join(dataDir, file ?? ''), 'utf8')).split('\n')[0]);
}

/** A running server and a signed-in client. */
async function startSignedIn(dataDir: string) {
  const server = startProcess({
    DATA_DIR: dataDir,
    SEED: 'base',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const address = await server.ready;
  const login = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = (await login.json()) as { token: string };
  const check = () => fetch(`${address}/api/check`, { headers: { authorization: `Bearer ${token}` } });
  expect((await check()).status).toBe(200);
  return { server, address, check };
}

test('PostgreSQL killed: 503 in Spanish, health stays up, recovers within ten seconds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-away-'));
  await chmod(dataDir, 0o711);
  const { server, address, check } = await startSignedIn(dataDir);
  try {
    process.kill(await findPostmaster(dataDir), 'SIGKILL');
    const killedAt = performance.now();
    const statuses = new Set<number>();
    for (;;) {
      const asked = performance.now();
      expect((await fetch(`${address}/api/health`)).status).toBe(200);
      expect(performance.now() - asked).toBeLessThan(1_000);
      const reply = await check();
      statuses.add(reply.status);
      if (reply.status === 200 && performance.now() - killedAt > 1_000) break;
      expect(performance.now() - killedAt).toBeLessThan(10_000);
      await pause(50);
    }
    expect(statuses).toEqual(new Set([503, 200]));
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  } finally {
    await endProcess(server);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('PostgreSQL frozen: every request fails within five seconds, and works again afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-frozen-'));
  await chmod(dataDir, 0o711);
  const { server, check } = await startSignedIn(dataDir);
  const files = await readdir(dataDir, { recursive: true });
  const data = join(dataDir, dirname(files.find((name) => name.endsWith('postmaster.pid')) ?? ''));
  const slowest: number[] = [];
  try {
    for (let round = 0; round < 3; round += 1) {
      // Some have a connection, most wait for one.
      const frozen = await processesOf(data);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      const replies = await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          await pause(n * 100);
          const asked = performance.now();
          const reply = await check();
          const { message } = (await reply.json()) as { message: string };
          return { status: reply.status, message, ms: performance.now() - asked };
        }),
      );
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
      expect(replies[0]!.message).not.toBe('');
      slowest.push(Math.max(...replies.map(({ ms }) => ms)));
      await expect.poll(async () => (await check()).status, { timeout: 10_000, interval: 100 }).toBe(200);
    }
    process.stdout.write(`slowest answers while frozen: ${slowest.map(Math.round).join(', ')} ms\n`);
    expect(Math.max(...slowest)).toBeLessThan(5_000);
  } finally {
    await endProcess(server);
    await rm(dataDir, { recursive: true, force: true });
  }
});
