import type { PersonRow } from '../src/loads/csv/read-person.ts';
import type { RejectedRow } from '../src/loads/csv/record-reader.ts';
import { createPlaceIndex } from '../src/loads/csv/places.ts';
import { openWorkbook, sheetOf } from '../src/loads/xlsx/open-workbook.ts';
import { createTextReader, createTextTable } from '../src/loads/xlsx/shared-strings.ts';
import { createSheetReader } from '../src/loads/xlsx/sheet-reader.ts';
import { WorkbookFault } from '../src/loads/xlsx/workbook-fault.ts';
import type { FileAccess } from '../src/loads/xlsx/zip-directory.ts';
import { readPart, type ZipTools } from '../src/loads/xlsx/zip-part.ts';

/** A file in memory. `piece`: into how large pieces its parts are cut. */
export const accessBytes = (bytes: Uint8Array, piece = 4_096): FileAccess => ({
  size: bytes.length,
  read: async (start, length) => bytes.slice(start, start + length),
  async *stream(start, length) {
    for (let at = start; at < start + length; at += piece) yield bytes.slice(at, Math.min(at + piece, start + length));
  },
});

/** The way of the browser, which tests have too. */
export const webZipTools: ZipTools = {
  async *inflate(compressed) {
    const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        for await (const chunk of compressed) controller.enqueue(new Uint8Array(chunk));
        controller.close();
      },
    });
    const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => {
        throw new WorkbookFault('WORKBOOK_DAMAGED', String(error));
      });
      if (done) return;
      yield value;
    }
  },
};

interface BookReading {
  rows: PersonRow[];
  rejected: RejectedRow[];
  header: readonly string[] | undefined;
  headerRow: number | null;
  failure: string | null | undefined;
  ignored: readonly string[] | undefined;
}

interface ReadOptions {
  sheet?: string;
  piece?: number;
  tree?: Parameters<typeof createPlaceIndex>[0]['tree'];
}

/** Reads a workbook to its end, cut into pieces of any size. */
export async function readBook(
  bytes: Uint8Array,
  { sheet, piece = 4_096, tree = [] }: ReadOptions = {},
): Promise<BookReading> {
  const file = accessBytes(bytes);
  const workbook = await openWorkbook(file, webZipTools);
  const texts = createTextTable();
  const textReader = createTextReader(texts);
  const cut = async function* (entry: Parameters<typeof readPart>[1]) {
    for await (const chunk of readPart(file, entry, webZipTools))
      for (let at = 0; at < chunk.length; at += piece) yield chunk.slice(at, at + piece);
  };
  if (workbook.texts) for await (const chunk of cut(workbook.texts)) textReader.push(chunk);
  const reader = createSheetReader(
    { places: createPlaceIndex({ tree }), today: '2026-11-17' },
    { texts, looks: workbook.looks, is1904: workbook.is1904 },
  );
  const batches = [];
  for await (const chunk of cut(sheetOf(workbook, sheet).entry)) batches.push(reader.push(chunk));
  batches.push(reader.end());
  const shape = reader.shape();
  return {
    rows: batches.flatMap(({ rows }) => rows),
    rejected: batches.flatMap(({ rejected }) => rejected),
    header: shape?.header,
    headerRow: reader.headerRow(),
    failure: shape?.failure,
    ignored: shape?.ignoredColumns,
  };
}
