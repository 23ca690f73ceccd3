import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endProcess, startProcess } from './server-process.ts';

const ADMIN = { email: 'primera@prueba.gob.ar', password: 'una clave larga de prueba' };

test('after kill -9 the next start has the same data and sessions', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campanero-killed-'));
  await chmod(dataDir, 0o711);
  const start = () =>
    startProcess({ DATA_DIR: dataDir, SEED: 'base', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  const first = start();
  const started = [first];
  try {
    const login = await fetch(`${await first.ready}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    const { token } = (await login.json()) as { token: string };
    first.child.kill('SIGKILL');
    await first.exit;

    const second = start();
    started.push(second);
    const reply = await fetch(`${await second.ready}/api/check`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
  } finally {
    await Promise.all(started.map(endProcess));
    await rm(dataDir, { recursive: true, force: true });
  }
});
