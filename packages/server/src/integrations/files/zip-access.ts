import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { openWorkbook, sheetOf } from '@campanero/contract/loads/xlsx/open-workbook';
import { damaged, WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import type { FileAccess } from '@campanero/contract/loads/xlsx/zip-directory';
import type { ZipTools } from '@campanero/contract/loads/xlsx/zip-part';
import { FILE_KINDS } from '@campanero/contract/shared/files';
import { AppError } from '../../work/app-error.ts';
import type { FileStore, StoredFile, UploadedFile } from './port.ts';

/** Random access to a stored file. `onRead` gets the number of streamed bytes. */
export const accessFile = (
  store: FileStore,
  { key, bytes }: Pick<StoredFile, 'key' | 'bytes'>,
  onRead: (bytes: number) => void = () => {},
): FileAccess => ({
  size: bytes,
  read: async (start, length) => (length === 0 ? new Uint8Array(0) : buffer(await store.getRange(key, start, length))),
  async *stream(start, length) {
    if (length === 0) return;
    for await (const chunk of (await store.getRange(key, start, length)) as AsyncIterable<Buffer>) {
      onRead(chunk.length);
      yield chunk;
    }
  },
});

/** Large, because each chunk is a thread-pool task. */
const CHUNK_BYTES = 2 ** 18;

const isInflateFault = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

export const zipTools: ZipTools = {
  async *inflate(compressed) {
    const unpacked = createInflateRaw({ chunkSize: CHUNK_BYTES });
    const packed = Readable.from(compressed, { objectMode: false });
    packed.on('error', (error) => unpacked.destroy(error));
    packed.pipe(unpacked);
    try {
      yield* unpacked as AsyncIterable<Buffer>;
    } catch (error) {
      throw isInflateFault(error) ? damaged((error as Error).message) : error;
    } finally {
      packed.destroy();
      unpacked.destroy();
    }
  },
  crc32: (bytes, before) => crc32(bytes, before),
};

/** Kind and sheet of an uploaded table; without a name, the first sheet. An unknown one is refused, while the user can choose another. */
export async function describeTable(store: FileStore, file: UploadedFile, sheet: string | undefined) {
  const kind = file.contentType === FILE_KINDS.xlsx.type ? ('xlsx' as const) : ('csv' as const);
  if (kind === 'csv' || !sheet) return { kind, sheet: null };
  try {
    return { kind, sheet: sheetOf(await openWorkbook(accessFile(store, file), zipTools), sheet).name };
  } catch (error) {
    throw error instanceof WorkbookFault ? new AppError(error.refusal, { cause: error }) : error;
  }
}
