import { EXPORT_KINDS, type ExportKind } from '@campanero/contract/exports/kinds';
import { readZipDirectory } from '@campanero/contract/loads/xlsx/zip-directory';
import { readPart } from '@campanero/contract/loads/xlsx/zip-part';
import { fold } from '@campanero/contract/shared/text';
import type { ErasedWords } from '../../call-store/write/index.ts';
import { accessFile, zipTools } from '../../integrations/files/zip-access.ts';
import type { Ctx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { createMatcher } from '../personal-data/person-matcher.policy.ts';

const REMOVED =
  'Un archivo que usted pidió se quitó porque tenía datos de una persona que pidió borrarlos. Puede pedirlo de nuevo.';

/** Removes exports that hold one of the persons and tells whoever asked for them. Their page answers as when they expire. */
export async function eraseExports(ctx: Ctx, words: ErasedWords, signal?: AbortSignal): Promise<number> {
  // A file with a number that others share may hold the person too: it can be asked for again.
  const { written } = createMatcher({ ...words, numbers: [...words.numbers, ...words.sharedNumbers] });
  const exports = await ctx.db
    .selectFrom('exportJob')
    .select(['id', 'kind', 'format', 'fileKey', 'bytes', 'requestedBy', 'campaignId'])
    .where('fileKey', 'is not', null)
    .execute();
  let removed = 0;
  for (const made of exports) {
    signal?.throwIfAborted();
    const file = { key: made.fileKey!, bytes: made.bytes ?? 0, isPacked: made.format !== 'csv' };
    if (!(await holds(ctx, file, written))) continue;
    // The file before its key: removing what is not there is no error.
    await ctx.files.remove(file.key);
    await transact(ctx, async ({ trx, now, afterCommit }) => {
      await trx.updateTable('exportJob').set({ fileKey: null, expiresAt: now }).where('id', '=', made.id).execute();
      const notification = {
        userId: made.requestedBy,
        action: EXPORT_KINDS[made.kind as ExportKind].bell,
        subject: `removed:${made.id}`,
        exportId: made.id,
        ...(made.campaignId !== null && { campaignId: made.campaignId }),
        status: 'ERROR' as const,
        reason: REMOVED,
      };
      await notify({ trx, now, afterCommit }, [notification]);
    });
    removed += 1;
  }
  return removed;
}

interface LookedAt {
  key: string;
  bytes: number;
  /** A workbook or an archive. */
  isPacked: boolean;
}

async function holds({ files }: Pick<Ctx, 'files'>, file: LookedAt, parts: readonly string[]): Promise<boolean> {
  if (!(await files.exists(file.key))) return false;
  if (!file.isPacked) return streamHolds((await files.get(file.key)) as AsyncIterable<Buffer>, parts);
  const access = accessFile(files, file);
  for (const entry of await readZipDirectory(access))
    if (await streamHolds(readPart(access, entry, zipTools), parts)) return true;
  return false;
}

/** As fold(), but with the blanks at both ends: there the text goes on. */
const foldPiece = (text: string) => fold(`.${text}.`).slice(1, -1);

/** Chunk by chunk, each with the end of the one before: a part may be cut anywhere. */
async function streamHolds(chunks: AsyncIterable<Uint8Array>, parts: readonly string[]): Promise<boolean> {
  const longest = Math.max(0, ...parts.map((part) => part.length));
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of chunks) {
    const text = foldPiece(tail + decoder.decode(chunk, { stream: true }));
    if (parts.some((part) => text.includes(part))) return true;
    tail = text.slice(-longest);
  }
  return false;
}
