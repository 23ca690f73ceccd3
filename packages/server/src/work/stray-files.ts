import type { Db, Trx } from '../db/client.ts';
import type { FileStore } from '../integrations/files/port.ts';

/**
 * The store knows no transactions, so a file may be there whose row never came. Every upload is noted here as it arrives;
 * the use case that takes it in strikes it off in its own transaction, so file and row stand or fall together even if the
 * process dies in between or the commit's answer is lost.
 */
const KEPT_MS = 24 * 3_600_000;
const BATCH = 100;

export const noteStray = (db: Db, fileKey: string, now: Date) =>
  db.insertInto('strayFile').values({ fileKey, createdAt: now }).execute();

/** For whoever writes the row that names the file. */
export async function adoptFiles(trx: Trx, fileKeys: readonly string[]): Promise<void> {
  if (fileKeys.length === 0) return;
  await trx
    .deleteFrom('strayFile')
    .where('fileKey', 'in', [...fileKeys])
    .execute();
}

/** Removes the file before its note: should only the first succeed, the note brings it up again. */
export async function discardStray({ db, files }: { db: Db; files: FileStore }, fileKey: string): Promise<void> {
  await files.remove(fileKey);
  await db.deleteFrom('strayFile').where('fileKey', '=', fileKey).execute();
}

/** What nobody took in within a day. Safe to repeat. */
export async function removeStrays(deps: { db: Db; files: FileStore }, now: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const strays = await deps.db
      .selectFrom('strayFile')
      .select('fileKey')
      .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
      .orderBy('createdAt')
      .limit(BATCH)
      .execute();
    for (const { fileKey } of strays) {
      signal?.throwIfAborted();
      await discardStray(deps, fileKey);
    }
    if (strays.length < BATCH) return;
  }
}
