import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, open, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { withConnection } from '../db/with-connection.ts';
import { superuserUrl } from '../db/embedded/ensure-database.ts';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { placeData, type DataLocation } from '../db/embedded/place-data.ts';
import { CLEAN_ENVIRONMENT, runAs, type SystemAccount } from '../db/embedded/account.ts';
import { ensureDataDir } from '../db/embedded/data-lock.ts';
import { ifMissing } from '../work/if-missing.ts';

/** Belongs to the running server, or is recreated on start. */
const EXCLUDED = ['pg_wal/*', 'postmaster.*', 'pg_replslot/*', 'pg_stat_tmp/*', 'pg_dynshmem/*', 'pg_notify/*'];
/** Journal of erasures: newer than any backup, so it may be in the target folder already (features/erasure). */
const JOURNAL = 'erasures.log';
const OTHER_PATHS = ['files', 'jwt-secret'] as const;

/** Online backup into an empty folder: a base backup with its WAL, then the files, of which one without a row is harmless. */
export async function takeBackup(dataDir: string, target: string): Promise<void> {
  const home = await placeData(await realpath(dataDir));
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new EmbeddedError(`La carpeta ${target} no está vacía.`);
  const sha256 = await backUpDatabase(home, target);
  for (const name of OTHER_PATHS) {
    // Uploads in progress have no row yet.
    const filter = (path: string) => !path.startsWith(join(dataDir, 'files', 'incoming'));
    await cp(join(dataDir, name), join(target, name), { recursive: true, filter }).catch(ifMissing(undefined));
    Object.assign(sha256, await checksumsOf(target, name));
  }
  await writeManifest(target, { product: 'campanero', takenAt: new Date().toISOString(), sha256 });
}

const backUpDatabase = ({ account, data, socketDir }: DataLocation, target: string) =>
  withConnection(superuserUrl(socketDir), async (client) => {
    // Temporary slot: keeps the WAL until this connection ends.
    await client.query(
      `select pg_create_physical_replication_slot('campanero_backup_' || pg_backend_pid(), true, true)`,
    );
    await client.query(`select pg_backup_start('campanero', true)`);
    const excludes = EXCLUDED.map((pattern) => `--exclude=./${pattern}`);
    const database = await pack(account, data, [...excludes, '.'], join(target, 'database.tar'));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const log = await pack(account, data, ['./pg_wal'], join(target, 'log.tar'));
    await writeFile(join(target, 'backup_label'), rows[0]!.labelfile, { mode: 0o600 });
    return { 'database.tar': database, 'log.tar': log, backup_label: await checksum(join(target, 'backup_label')) };
  });

async function checksumsOf(target: string, name: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const root = join(target, name);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => undefined);
  const files = entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) ?? [root];
  for (const path of files) {
    const sum = await checksum(path).catch(ifMissing(undefined));
    if (sum) found[relative(target, path)] = sum;
  }
  return found;
}

/** Restores into an empty DATA_DIR; the next start replays the WAL. Checksums are verified first: a damaged backup restores nothing. */
export async function restoreBackup(source: string, dataDir: string): Promise<void> {
  const { sha256 } = await readManifest(source);
  for (const [name, expected] of Object.entries(sha256))
    if ((await checksum(join(source, name)).catch(() => undefined)) !== expected)
      throw new EmbeddedError(`El respaldo está dañado: ${name} no es el que se guardó.`);

  await ensureDataDir(dataDir);
  const folder = await realpath(dataDir);
  if ((await readdir(folder)).some((name) => name !== JOURNAL))
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
  for (const name of OTHER_PATHS)
    await cp(join(source, name), join(folder, name), { recursive: true }).catch(ifMissing(undefined));
}

/** Written last: a folder without it is no complete backup. */
const manifest = z.object({
  product: z.literal('campanero'),
  takenAt: z.iso.datetime(),
  sha256: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof manifest>;

const NAME = 'campanero.json';

const writeManifest = (folder: string, content: Manifest) =>
  writeFile(join(folder, NAME), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  const parsed = text === undefined ? undefined : manifest.safeParse(JSON.parse(text));
  if (!parsed?.success) throw new EmbeddedError(`${folder} no contiene un respaldo completo de Campanero.`);
  return parsed.data;
}

/** 1: a file changed while it was read, which a base backup allows. */
const SUCCESS: ReadonlySet<number | null> = new Set([0, 1]);

/** As the database's user: only that user may read its folder, and root must not follow links in it. */
function tar(account: SystemAccount, args: string[], input: number | 'ignore', output: 'pipe' | 'ignore') {
  const stdio = [input, output, 'pipe'] as const;
  const child = spawn('tar', args, { ...account.identity, cwd: '/', env: CLEAN_ENVIRONMENT, stdio: [...stdio] });
  let words = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (words += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', () =>
      reject(new EmbeddedError('No se encontró el programa tar, que hace falta para los respaldos.')),
    );
    child.on('close', resolve);
  });
  // Handled where `ended` is awaited; avoids an unhandled rejection until then.
  ended.catch(() => {});
  return { child, ended, words: () => words.trim() };
}

const failure = (words: string) => new EmbeddedError(`tar no pudo terminar: ${words}`);

async function pack(account: SystemAccount, folder: string, args: string[], target: string): Promise<string> {
  const { child, ended, words } = tar(account, ['-C', folder, '-cf', '-', ...args], 'ignore', 'pipe');
  const hash = createHash('sha256');
  child.stdout!.on('data', (chunk: Buffer) => hash.update(chunk));
  await Promise.all([pipeline(child.stdout!, createWriteStream(target, { mode: 0o600 })), ended]);
  if (!SUCCESS.has(await ended)) throw failure(words());
  return hash.digest('hex');
}

async function unpack(account: SystemAccount, source: string, folder: string): Promise<void> {
  // Passed as a file descriptor: with a pipe, tar may exit before the last chunk is written.
  await using file = await open(source);
  const { ended, words } = tar(account, ['-C', folder, '-xf', '-'], file.fd, 'ignore');
  if ((await ended) !== 0) throw failure(words());
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
