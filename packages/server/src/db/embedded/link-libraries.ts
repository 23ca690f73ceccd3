import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** The package's install script makes these links; where install scripts are switched off they are missing. */
export async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target));
    // Already there, or a folder we may not write: then a copy elsewhere gets them.
    await symlink(relative(dirname(target), source), link).catch(() => {});
  }
}
