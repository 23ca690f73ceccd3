import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Another one may have made it at the same moment. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}

/**
 * A folder with whatever is missing above it. Not Node's own recursive mkdir: on a read-only disk it says that the folder is
 * missing (ENOENT), and under /proc it never ends.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}
