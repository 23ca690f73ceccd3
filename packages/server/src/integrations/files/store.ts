import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { createDiskStore } from './disk.ts';
import type { FileStore } from './port.ts';
import { createS3Store } from './s3.ts';

type StorageConfig = Pick<Config, 'dataDir' | 'storageUrl'>;

/** DATA_DIR/files unless STORAGE_URL is set; undefined with S3. */
function folderOf({ dataDir, storageUrl }: StorageConfig): string | undefined {
  if (!storageUrl) return join(dataDir, 'files');
  return storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined;
}

export function createFileStore(config: StorageConfig): FileStore {
  const folder = folderOf(config);
  return folder ? createDiskStore(folder) : createS3Store(config.storageUrl!, spoolFolderOf(config));
}

export const spoolFolderOf = (config: StorageConfig) => join(folderOf(config) ?? config.dataDir, 'incoming');
