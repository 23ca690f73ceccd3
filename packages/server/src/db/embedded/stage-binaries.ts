import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkLibraries } from './link-libraries.ts';

/**
 * A copy of the package on a shelf that others can read and nobody else can write, so that what we execute is what was
 * installed. Copied aside and renamed: a copy that exists is whole. Undefined when the shelf cannot be had or trusted.
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

/** A real folder (no link laid by a stranger in /tmp), ours, and writable by nobody else. */
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
