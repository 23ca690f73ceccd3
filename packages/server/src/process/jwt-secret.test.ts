import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateJwtSecret } from './jwt-secret.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('creates the key once with private permissions', async () => {
  const folder = join(dataDir, 'not there yet');
  const secret = await readOrCreateJwtSecret(folder);
  expect(secret).toHaveLength(64);
  expect(await readOrCreateJwtSecret(folder)).toBe(secret);
  expect((await stat(join(folder, 'jwt-secret'))).mode & 0o777).toBe(0o600);
});

test('replaces a key that is too short', async () => {
  await writeFile(join(dataDir, 'jwt-secret'), 'corta\n');
  expect(await readOrCreateJwtSecret(dataDir)).toHaveLength(64);
});
