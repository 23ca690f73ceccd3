import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './port.ts';
import { createS3Store } from './s3.ts';

/** DATA_DIR/files unless STORAGE_URL is set. */
export function createFileStore(config: Pick<Config, 'dataDir' | 'storageUrl'>): FileStore {
  const { storageUrl, dataDir } = config;
  if (!storageUrl) return createDiskStore(join(dataDir, 'files'));
  if (storageUrl.startsWith('file:')) return createDiskStore(fileURLToPath(storageUrl));
  return createS3Store(storageUrl, join(dataDir, 'incoming'));
}

/** Folder where uploads are spooled. */
export function spoolFolderOf({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): string {
  if (!storageUrl) return join(dataDir, 'files', 'incoming');
  return storageUrl.startsWith('file:') ? join(fileURLToPath(storageUrl), 'incoming') : join(dataDir, 'incoming');
}
