import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endProcess, startProcess } from './server-process.ts';

const ADMIN = { email: 'primera@prueba.gob.ar', password: 'una clave larga de prueba' };

async function findPostmaster(dataDir: string): Promise<number> {
  const files = await readdir(dataDir, { recursive: true });
  const file = files.find((name) => name.endsWith('postmaster.pid'));
  return Number((await readFile(join(dataDir, file ?? ''), 'utf8')).split('\n')[0]);
}

test('PostgreSQL killed under the server: 503 in Spanish, healthy all the while, serving again within ten seconds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-away-'));
  await chmod(dataDir, 0o711);
  const server = startProcess({
    DATA_DIR: dataDir,
    SEED: 'base',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  try {
    const address = await server.ready;
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    const { token } = (await login.json()) as { token: string };
    const check = () => fetch(`${address}/api/check`, { headers: { authorization: `Bearer ${token}` } });
    expect((await check()).status).toBe(200);

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
