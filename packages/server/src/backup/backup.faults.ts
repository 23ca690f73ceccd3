import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask } from '../../test/faults/postgres-holder.ts';
import { startEmbedded, type EmbeddedPostgres } from '../db/embedded/supervisor.ts';
import { restoreBackup, takeBackup } from './backup.ts';

// Two real clusters, flushed to disk.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

let folder: string;
let running: EmbeddedPostgres[];
const at = (name: string) => join(folder, name);
const start = async (name: string) => {
  const postgres = await startEmbedded({ dataDir: at(name), log: () => {} });
  running.push(postgres);
  return postgres;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campanero-backup-'));
  await chmod(folder, 0o711);
  running = [];
  for (const name of ['here', 'there']) await mkdir(at(name), { mode: 0o711 });
});
afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup taken during writes is restored completely; a damaged or misplaced one is refused', async () => {
  const here = await start('here');
  await mkdir(at('here/files'), { recursive: true });
  await writeFile(at('here/files/guion.pdf'), 'un guion');
  await writeFile(at('here/jwt-secret'), 'una clave');
  await ask(here.url, `create table outcome as select n, repeat('x', 200) as words from generate_series(1, 50000) n`);

  const over = new AbortController();
  const writing = (async () => {
    for (let n = 50_001; !over.signal.aborted; n += 1)
      await ask(here.url, `insert into outcome values (${n}, 'después')`);
  })();
  await takeBackup(at('here'), at('backup'));
  over.abort();
  await writing;

  await expect(takeBackup(at('here'), at('backup'))).rejects.toThrow('no está vacía');
  await expect(restoreBackup(at('backup'), at('here'))).rejects.toThrow('no está vacía');
  // The journal of erasures is newer than any backup and is there already.
  await writeFile(at('there/erasures.log'), 'anotado después\n');
  await restoreBackup(at('backup'), at('there'));
  expect(await readFile(at('there/erasures.log'), 'utf8')).toBe('anotado después\n');
  const there = await start('there');
  const [kept] = await ask<{ rows: number; last: number }>(
    there.url,
    'select count(*)::int as rows, max(n) as last from outcome',
  );
  expect(await ask(there.appUrl, 'select current_user::text as role')).toEqual([{ role: 'campanero_app' }]);
  // Everything acknowledged before, and a prefix of the concurrent writes.
  expect(kept!.rows).toBeGreaterThanOrEqual(50_000);
  expect(kept!.rows).toBe(kept!.last);
  expect(await readFile(at('there/files/guion.pdf'), 'utf8')).toBe('un guion');
  expect(await readFile(at('there/jwt-secret'), 'utf8')).toBe('una clave');

  await appendFile(at('backup/log.tar'), 'x');
  await expect(restoreBackup(at('backup'), at('nowhere'))).rejects.toThrow('log.tar no es el que se guardó');
  await expect(restoreBackup(at('here'), at('nowhere'))).rejects.toThrow('no contiene un respaldo completo');
});
