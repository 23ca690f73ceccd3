import { cp, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { runAs } from '../db/embedded/account.ts';
import { ensureDataDir } from '../db/embedded/data-lock.ts';
import { EmbeddedError } from '../db/embedded/embedded-error.ts';
import { placeData } from '../db/embedded/place-data.ts';
import { checksum, unpack } from './archive.ts';
import { readManifest } from './manifest.ts';
import { BESIDE, ignoreAbsent } from './take-backup.ts';

/**
 * Puts a backup into an empty DATA_DIR; the next start replays its log and serves. Everything is compared with its checksum
 * first: a damaged backup restores nothing.
 */
export async function restoreBackup(source: string, dataDir: string): Promise<void> {
  const { sha256 } = await readManifest(source);
  for (const [name, expected] of Object.entries(sha256))
    if ((await checksum(join(source, name)).catch(() => undefined)) !== expected)
      throw new EmbeddedError(`El respaldo está dañado: ${name} no es el que se guardó.`);

  await ensureDataDir(dataDir);
  const folder = await realpath(dataDir);
  if ((await readdir(folder)).length > 0)
    throw new EmbeddedError(`${dataDir} no está vacía: un respaldo se restaura en una carpeta sin datos.`);
  const { account, data } = await placeData(folder);
  const made = await runAs(account, 'mkdir', ['-m', '700', data]);
  if (made.code !== 0) throw new EmbeddedError(`No se pudo crear ${data}: ${made.stderr.trim()}`);
  await unpack(account, join(source, 'database.tar'), data);
  await runAs(account, 'rm', ['-rf', join(data, 'pg_wal')]);
  await unpack(account, join(source, 'log.tar'), data);
  const label = await readFile(join(source, 'backup_label'), 'utf8');
  const written = await runAs(account, '/bin/sh', ['-c', 'cat > "$1"', 'sh', join(data, 'backup_label')], label);
  if (written.code !== 0) throw new EmbeddedError(`No se pudo escribir en ${data}: ${written.stderr.trim()}`);
  for (const name of BESIDE) await cp(join(source, name), join(folder, name), { recursive: true }).catch(ignoreAbsent);
}
