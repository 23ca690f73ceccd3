import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { anAdministrator } from '../../test/factories.ts';
import { readConfig } from '../config.ts';
import { createDiskStore } from '../integrations/files/disk.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { checkFilesAtStart, createFilesCheck } from './check-files.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'campanero-files-'))));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** A store with scripted results that counts its calls. */
function aStore(put: FileStore['put']) {
  const store = { ...createDiskStore(join(folder, 'files')), put: vi.fn(put) };
  return { store, check: createFilesCheck({ ...readConfig({}), dataDir: folder }, store) };
}
const disk = () => createDiskStore(join(folder, 'files'));

test('caches success longer than failure', async () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  let isFull = false;
  const { store, check } = aStore((source, limits) =>
    isFull ? Promise.reject(new Error('ENOSPC')) : disk().put(source, limits),
  );
  await Promise.all([check(), check()]);
  time = 14_000;
  isFull = true;
  expect(await check()).toEqual([]);
  expect(store.put).toHaveBeenCalledTimes(1);
  time = 16_000;
  expect(await Promise.all([check(), check()])).toEqual([['storage'], ['storage']]);
  expect(store.put).toHaveBeenCalledTimes(2);
  isFull = false;
  time = 22_000;
  expect(await check()).toEqual([]);
});

test('a hanging store counts as failed and is called once', async () => {
  const { store, check } = aStore(() => new Promise(() => {}));
  expect(await Promise.all([check(), check()])).toEqual([['storage'], ['storage']]);
  expect(store.put).toHaveBeenCalledTimes(1);
});

const world = useWorld();
test('a node without storage is ready and reports it', async () => {
  const { check } = aStore(() => Promise.reject(new Error('ENOSPC')));
  const node = await createTestApp({ beside: world, app: { findDegraded: check } });
  const reply = await as(node, null).send(api.system.ready);
  expect(reply).toMatchObject({ status: 200, body: { status: 'ok', degraded: ['storage'] } });
  const { body } = await as(node, await anAdministrator(world)).send(api.system.metrics);
  expect(body).toContain('campanero_degraded{part="storage"} 1');
  expect(body).toContain('campanero_degraded{part="data-folder"} 0');
  await node.close();
});

test('at start a full disk or unreachable storage is reported, a folder without permission refused', async () => {
  const log = pino({ level: 'silent' });
  const config = { ...readConfig({}), dataDir: folder };
  const { store } = aStore(() => Promise.reject(new Error('ECONNREFUSED')));
  expect(await checkFilesAtStart(config, store, log)).toEqual(['storage']);
  await expect(checkFilesAtStart({ ...config, dataDir: '/dev/null/datos' }, disk(), log)).rejects.toThrow(/DATA_DIR/);
});
