import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
import { readZipDirectory } from '@campanero/contract/loads/xlsx/zip-directory';
import { readPart } from '@campanero/contract/loads/xlsx/zip-part';
import { fold } from '@campanero/contract/shared/text';
import type { ErasureTerms } from '../../call-store/write/index.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';
import { type Ctx, notify, transact } from '../../work/index.ts';
import { createMatcher } from '../personal-data/person-matcher.policy.ts';

const REMOVED =
  'Un archivo que usted pidió se quitó porque tenía datos de una persona que pidió borrarlos. Puede pedirlo de nuevo.';

/** Afterwards the files look expired; the users who requested them are notified. */
export async function eraseExports(ctx: Ctx, terms: ErasureTerms, signal?: AbortSignal): Promise<number> {
  // Shared numbers count too: the file may be about the person, and can be exported again.
  const { exportParts } = createMatcher({ ...terms, numbers: [...terms.numbers, ...terms.sharedNumbers] });
  const exports = await ctx.db
    .selectFrom('exportJob')
    .select(['id', 'kind', 'format', 'fileKey', 'bytes', 'requestedBy', 'campaignId'])
    .where('fileKey', 'is not', null)
    .execute();
  let removed = 0;
  for (const made of exports) {
    signal?.throwIfAborted();
    const file = { key: made.fileKey!, bytes: made.bytes ?? 0, isPacked: made.format !== 'csv' };
    if (!(await fileContains(ctx, file, exportParts))) continue;
    // File before row: removing a missing file is no error, so a retry is safe.
    await ctx.files.remove(file.key);
    await transact(ctx, async ({ trx, now, afterCommit }) => {
      await trx.updateTable('exportJob').set({ fileKey: null, expiresAt: now }).where('id', '=', made.id).execute();
      const { id: exportId, requestedBy: userId, campaignId } = made;
      const action = EXPORT_KINDS[made.kind as ExportKind].bell;
      const about = {
        userId,
        action,
        subject: `removed:${exportId}`,
        exportId,
        ...(campaignId !== null && { campaignId }),
      };
      await notify({ trx, now, afterCommit }, [{ ...about, status: 'ERROR', reason: REMOVED }]);
    });
    removed += 1;
  }
  return removed;
}

interface ExportFile {
  key: string;
  bytes: number;
  /** A workbook or a ZIP archive. */
  isPacked: boolean;
}

async function fileContains({ files }: Pick<Ctx, 'files'>, file: ExportFile, parts: readonly string[]) {
  if (!(await files.exists(file.key))) return false;
  if (!file.isPacked) return streamContains((await files.get(file.key)) as AsyncIterable<Buffer>, parts);
  const access = accessFile(files, file);
  for (const entry of await readZipDirectory(access))
    if (await streamContains(readPart(access, entry, zipTools), parts)) return true;
  return false;
}

/** fold() without trimming, since the text continues in the next chunk. */
const foldChunk = (text: string) => fold(`.${text}.`).slice(1, -1);

/** Keeps the tail of each chunk, since a match may span two. */
async function streamContains(chunks: AsyncIterable<Uint8Array>, parts: readonly string[]): Promise<boolean> {
  const longest = Math.max(0, ...parts.map((part) => part.length));
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of chunks) {
    const text = foldChunk(tail + decoder.decode(chunk, { stream: true }));
    if (parts.some((part) => text.includes(part))) return true;
    tail = text.slice(-longest);
  }
  return false;
}
