import { chmod, lstat, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stageBinaries } from './binaries.ts';

let folder: string;
let installed: { native: string; version: string };

/** As installed without install scripts and with a strict umask. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campanero-stage-'));
  const native = join(folder, 'native');
  await mkdir(join(native, 'bin'), { recursive: true });
  await mkdir(join(native, 'lib'), { mode: 0o700 });
  await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 });
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 });
  await writeFile(join(native, 'lib', 'libpq.a'), 'archive');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  installed = { native, version: '18.4.0' };
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

test('the copy is complete, linked, readable by all and writable by its owner only', async () => {
  const copy = (await stageBinaries(installed, join(folder, 'shelf'))) ?? '';
  expect(await readlink(join(copy, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await modeOf(copy)).toBe(0o755);
  expect(await modeOf(join(copy, 'lib'))).toBe(0o755);
  expect(await modeOf(join(copy, 'bin', 'postgres'))).toBe(0o755);
  expect(await modeOf(join(copy, 'lib', 'libpq.so.5.18'))).toBe(0o644);
  expect(await readdir(join(copy, 'lib'))).not.toContain('libpq.a');
});

test('a second start reuses the copy; concurrent starts make one', async () => {
  const shelf = join(folder, 'shelf');
  const copies = await Promise.all([stageBinaries(installed, shelf), stageBinaries(installed, shelf)]);
  expect(new Set([...copies, await stageBinaries(installed, shelf)]).size).toBe(1);
  expect(await readdir(shelf)).toHaveLength(1);
});

test('refuses a folder that others can write, or that is a link', async () => {
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o777);
  expect(await stageBinaries(installed, open)).toBeUndefined();
  const link = join(folder, 'link');
  await symlink(folder, link);
  expect(await stageBinaries(installed, link)).toBeUndefined();
});
