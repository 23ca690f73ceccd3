import type { Db, Trx } from '../db/client.ts';
import type { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '../integrations/files/port.ts';
import type { Deps } from './context.ts';

/**
 * The file store has no transactions, so a file may exist whose row was never written. Every file is noted here before it
 * appears in the store; the use case that stores its row deletes the note in the same transaction. Notes that remain name the
 * files to delete, even if the process died in between or the commit's answer was lost. A note whose file never came is harmless.
 */
const KEPT_MS = 24 * 3_600_000;
const BATCH = 100;

/** The only way into the store for what people send or ask for. */
export const putOrphan = (
  { db, files, clock }: Pick<Deps, 'db' | 'files' | 'clock'>,
  source: Readable,
  maxBytes: number,
): Promise<StoredFile> =>
  files.put(source, {
    maxBytes,
    onKey: (fileKey) => db.insertInto('orphanFile').values({ fileKey, createdAt: clock() }).execute(),
  });

/** Called in the transaction that writes the row that names the file. */
export async function adoptFiles(trx: Trx, fileKeys: readonly string[]): Promise<void> {
  if (fileKeys.length === 0) return;
  await trx
    .deleteFrom('orphanFile')
    .where('fileKey', 'in', [...fileKeys])
    .execute();
}

/**
 * Deletes a file while it is still noted: after a commit it belongs to the row that adopted it, whatever failed afterwards.
 * Locking the note waits for a transaction that is adopting it. The file goes before its note: if only the first succeeds,
 * the note makes removeOrphans() try again.
 */
export const discardOrphan = ({ db, files }: { db: Db; files: FileStore }, fileKey: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const note = await trx
      .selectFrom('orphanFile')
      .select('fileKey')
      .where('fileKey', '=', fileKey)
      .forUpdate()
      .executeTakeFirst();
    if (!note) return;
    await files.remove(fileKey);
    await trx.deleteFrom('orphanFile').where('fileKey', '=', fileKey).execute();
  });

/** Deletes the files that no use case adopted within a day. Safe to repeat. */
export async function removeOrphans(
  deps: { db: Db; files: FileStore },
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const strays = await deps.db
      .selectFrom('orphanFile')
      .select('fileKey')
      .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
      .orderBy('createdAt')
      .limit(BATCH)
      .execute();
    for (const { fileKey } of strays) {
      signal?.throwIfAborted();
      await discardOrphan(deps, fileKey);
    }
    if (strays.length < BATCH) return;
  }
}
