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

test('the files live in DATA_DIR when PostgreSQL’s user can come that far', async () => {
  await chmod(dataDir, 0o711);
  const home = await placeData(dataDir);
  expect(home.data).toBe(join(dataDir, 'postgres', 'data'));
  expect(home.account.uid).not.toBe(0);
  expect(Buffer.byteLength(home.socketDir)).toBeLessThan(94);
});

test('a data folder whose name is too long for a socket gets a short one', async () => {
  await chmod(dataDir, 0o711);
  const deep = join(dataDir, 'x'.repeat(100));
  await ensureDataDir(deep);
  const home = await placeData(deep);
  elsewhere = home.socketDir;
  expect(home.socketDir).toMatch(/^\/tmp\/campanero-[0-9a-f]{12}$/);
});

// An ordinary user reaches all of its own folders: only root hands PostgreSQL to somebody else.
describe.runIf(process.getuid?.() === 0)('as root, under a folder closed to others', () => {
  test('the files live elsewhere, and the next start finds the same ones', async () => {
    await chmod(dataDir, 0o700);
    const first = await placeData(dataDir);
    elsewhere = first.root;
    expect(first.root).toMatch(/^\/var\/lib\/campanero\/datos-[0-9a-f]{12}$/);
    expect((await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()).toBe(first.root);
    expect((await placeData(dataDir)).data).toBe(first.data);
  });

  test('files that vanished are told, not replaced by empty ones', async () => {
    await chmod(dataDir, 0o700);
    await rm((await placeData(dataDir)).root, { recursive: true });
    await expect(placeData(dataDir)).rejects.toThrow(EmbeddedError);
    await expect(placeData(dataDir)).rejects.toThrow(/deberían estar en .* y no están/);
  });
});
