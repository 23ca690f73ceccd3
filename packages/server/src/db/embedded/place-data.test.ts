import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureDataDir } from './data-lock.ts';
import { EmbeddedError } from './processes.ts';
import { placeData } from './place-data.ts';

let dataDir: string;
let elsewhere: string | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-place-'));
  elsewhere = undefined;
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
});

test('uses DATA_DIR if the user of PostgreSQL can reach it', async () => {
  await chmod(dataDir, 0o711);
  const home = await placeData(dataDir);
  expect(home.data).toBe(join(dataDir, 'postgres', 'data'));
  expect(home.account.uid).not.toBe(0);
  expect(Buffer.byteLength(home.socketDir)).toBeLessThan(94);
});

test('uses a short socket path for a long data folder', async () => {
  await chmod(dataDir, 0o711);
  const deep = join(dataDir, 'x'.repeat(100));
  await ensureDataDir(deep);
  const home = await placeData(deep);
  elsewhere = home.socketDir;
  expect(home.socketDir).toMatch(/^\/tmp\/campanero-[0-9a-f]{12}$/);
});

// Only root runs PostgreSQL as another user.
describe.runIf(process.getuid?.() === 0)('as root, in a folder that others cannot reach', () => {
  test('uses another folder, also on the next start', async () => {
    await chmod(dataDir, 0o700);
    const first = await placeData(dataDir);
    elsewhere = first.root;
    expect(first.root).toMatch(/^\/var\/lib\/campanero\/datos-[0-9a-f]{12}$/);
    expect((await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()).toBe(first.root);
    expect((await placeData(dataDir)).data).toBe(first.data);
  });

  test('reports missing files instead of starting empty', async () => {
    await chmod(dataDir, 0o700);
    await rm((await placeData(dataDir)).root, { recursive: true });
    await expect(placeData(dataDir)).rejects.toThrow(EmbeddedError);
    await expect(placeData(dataDir)).rejects.toThrow(/deberían estar en .* y no están/);
  });
});
