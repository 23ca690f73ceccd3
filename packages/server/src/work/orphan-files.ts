import type { Db, Trx } from '../db/client.ts';
import type { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '../integrations/files/port.ts';
import type { Deps } from './context.ts';

/**
 * The file store has no transactions, so a file may exist without its row. Every key is recorded here before the file is stored; the use
 * case that writes the row deletes the record in the same transaction. Remaining records name the orphaned files, even after a crash or
 * an unknown commit result. A record without a file is harmless.
 */
const KEPT_MS = 24 * 3_600_000;
const BATCH = 100;

/** All uploads and generated files are stored through this. */
export const putOrphan = (
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  source: Readable,
  maxBytes: number,
): Promise<StoredFile> =>
  files.put(source, {
    maxBytes,
    onKey: (fileKey) => db.insertInto('orphanFile').values({ fileKey, createdAt: clock() }).execute(),
  });

/** In the transaction that writes the row of the file. */
export async function adoptFiles(trx: Trx, fileKeys: readonly string[]): Promise<void> {
  if (fileKeys.length === 0) return;
  await trx
    .deleteFrom('orphanFile')
    .where('fileKey', 'in', [...fileKeys])
    .execute();
}

/**
 * Deletes a file unless a row adopted it. The row lock waits for a transaction that is adopting it. The file is deleted before its
 * record: if only that succeeds, removeOrphans() retries.
 */
export const discardOrphan = ({ db, files }: { db: Db; files: FileStore }, fileKey: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const record = await trx
      .selectFrom('orphanFile')
      .select('fileKey')
      .where('fileKey', '=', fileKey)
      .forUpdate()
      .executeTakeFirst();
    if (!record) return;
    await files.remove(fileKey);
    await trx.deleteFrom('orphanFile').where('fileKey', '=', fileKey).execute();
  });

/** Deletes files not adopted within a day. Idempotent. */
export async function removeOrphans(
  deps: { db: Db; files: FileStore },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const orphans = await deps.db
      .selectFrom('orphanFile')
      .select('fileKey')
      .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
      .orderBy('createdAt')
      .limit(BATCH)
      .execute();
    for (const { fileKey } of orphans) {
      signal?.throwIfAborted();
      await discardOrphan(deps, fileKey);
    }
    if (orphans.length < BATCH) return;
  }
}
