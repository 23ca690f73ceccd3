import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { readConfig } from '../config.ts';
import { createDiskStore } from '../integrations/files/disk.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { createFilesCheck } from './check-files.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'campanero-files-'))));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** A store that does what the test says, and counts how often it is tried. */
function aStore(put: FileStore['put']) {
  const store = { ...createDiskStore(join(folder, 'files')), put: vi.fn(put) };
  return { store, check: createFilesCheck({ ...readConfig({}), dataDir: folder }, store) };
}
const disk = () => createDiskStore(join(folder, 'files'));

test('what could be written is not tried again for some seconds; what could not, sooner', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  let isFull = false;
  const { store, check } = aStore((source, limits) =>
    isFull ? Promise.reject(new Error('ENOSPC')) : disk().put(source, limits),
  );
  await Promise.all([check(), check()]);
  time = 14_000;
  isFull = true;
  await check();
  expect(store.put).toHaveBeenCalledTimes(1);
  time = 16_000;
  await expect(check()).rejects.toMatchObject({ error: 'STORAGE_UNAVAILABLE', cause: { message: 'ENOSPC' } });
  await expect(check()).rejects.toThrow();
  expect(store.put).toHaveBeenCalledTimes(2);
  isFull = false;
  time = 22_000;
  await check();
});

test('a store that hangs is as good as away, and is asked once', async () => {
  const { store, check } = aStore(() => new Promise(() => {}));
  await Promise.all([
    expect(check()).rejects.toMatchObject({ error: 'STORAGE_UNAVAILABLE' }),
    expect(check()).rejects.toMatchObject({ error: 'STORAGE_UNAVAILABLE' }),
  ]);
  expect(store.put).toHaveBeenCalledTimes(1);
});

const world = useWorld();
test('readiness says which it is', async () => {
  const { check } = aStore(() => Promise.reject(new Error('ENOSPC')));
  const node = await createTestApp({ beside: world, app: { checkReady: check } });
  const reply = await as(node, null).send(api.system.ready);
  expect(reply).toMatchObject({ status: 503, body: { error: 'STORAGE_UNAVAILABLE' } });
  expect((await as(node, null).send(api.system.health)).body).toMatchObject({ status: 'ok' });
  await node.close();
});
