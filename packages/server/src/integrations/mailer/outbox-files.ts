import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

export const outboxFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');

/** Files of unsent mails, and whether they are older than `before`. */
async function* listOutbox(folder: string, before: Date): AsyncGenerator<{ path: string; isExpired: boolean }> {
  const entries = await opendir(folder).catch(nullIfMissing);
  if (!entries) return;
  for await (const { name } of entries) {
    if (!name.endsWith('.eml') && !name.endsWith('.eml.part')) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(nullIfMissing);
    if (found) yield { path, isExpired: found.mtime < before };
  }
}

export async function sweepOutbox(folder: string, before: Date, signal?: AbortSignal): Promise<void> {
  for await (const { path, isExpired } of listOutbox(folder, before)) {
    signal?.throwIfAborted();
    if (isExpired) await rm(path, { force: true });
  }
}

export async function countOutbox(folder: string, before: Date): Promise<{ total: number; due: number }> {
  const counts = { total: 0, due: 0 };
  for await (const { isExpired } of listOutbox(folder, before)) {
    counts.total += 1;
    if (isExpired) counts.due += 1;
  }
  return counts;
}
