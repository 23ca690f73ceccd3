import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { found } from '../../work/app-error.ts';
import { ifMissing } from '../../work/if-missing.ts';
import { isKey, pathOfKey, type FileStore } from './port.ts';
import { freeBytesOf, storeSpooled } from './spool.ts';

/** Large, because each read is a thread-pool task and audiences have half a gigabyte. */
const READ_BYTES = 256 * 1024;

/** Files in a private folder. A key exists only once the file is complete and synced. */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    const place = pathOfKey(key);
    return place && join(folder, place);
  };
  // Opened first, so that a missing file fails before the response starts.
  const openFile = async (key: string) => {
    const path = found(pathOf(key));
    return found(await open(path, 'r').catch(ifMissing(null)));
  };
  return {
    put: (source, limits) =>
      storeSpooled(join(folder, 'incoming'), source, limits, async (spooled, key) => {
        const path = pathOf(key)!;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(spooled, path);
        await syncFolder(dirname(path));
      }),
    get: async (key): Promise<Readable> => (await openFile(key)).createReadStream({ highWaterMark: READ_BYTES }),
    getRange: async (key, start, length): Promise<Readable> =>
      (await openFile(key)).createReadStream({ start, end: start + length - 1, highWaterMark: READ_BYTES }),
    async exists(key) {
      const path = pathOf(key);
      if (!path) return false;
      return (await stat(path).catch(ifMissing(null))) !== null;
    },
    async *list() {
      const names = (path: string) => readdir(path).catch(ifMissing([]));
      const isLevel = (name: string) => /^[0-9a-f]{2}$/.test(name);
      for (const first of (await names(folder)).filter(isLevel))
        for (const second of (await names(join(folder, first))).filter(isLevel))
          yield* (await names(join(folder, first, second))).filter(isKey);
    },
    freeBytes: () => freeBytesOf(join(folder, 'incoming')),
    async remove(key) {
      const path = pathOf(key);
      if (path) await rm(path, { force: true });
    },
  };
}

/** A rename is durable once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
