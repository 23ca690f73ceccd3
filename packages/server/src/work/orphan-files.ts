import { hasRows, run, selectColumn } from '../db/index.ts';
import type { Db, Trx } from '../db/client.ts';
import type { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '../integrations/files/port.ts';
import type { Deps } from './context.ts';

// The file store has no transactions. Every key is recorded here before the file is stored; the use case that writes the
// row deletes the record in the same transaction. So remaining records name the orphaned files, even after a crash.
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
export const adoptFiles = (trx: Trx, fileKeys: readonly string[]) =>
  run(trx)`delete from orphan_file where file_key = any(${[...fileKeys]}::text[])`;

/** Waits for a transaction that is adopting the file. Deletes the file first: removeOrphans() retries the record. */
export const discardOrphan = ({ db, files }: { db: Db; files: FileStore }, fileKey: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await hasRows(trx)`select from orphan_file where file_key = ${fileKey} for update`)) return;
    await files.remove(fileKey);
    await run(trx)`delete from orphan_file where file_key = ${fileKey}`;
  });

/** Deletes files not adopted within a day. Idempotent. */
export async function removeOrphans(deps: { db: Db; files: FileStore }, now: Date, signal?: AbortSignal) {
  for (;;) {
    const orphans = await selectColumn<string>(deps.db)`
      select file_key from orphan_file where created_at < ${new Date(now.getTime() - KEPT_MS)} order by created_at limit ${BATCH}`;
    for (const fileKey of orphans) {
      signal?.throwIfAborted();
      await discardOrphan(deps, fileKey);
    }
    if (orphans.length < BATCH) return;
  }
}
