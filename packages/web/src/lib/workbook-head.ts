import { ERRORS } from '@campanero/contract/errors';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import { offeredSheets, openWorkbook, sheetOf, type Workbook } from '@campanero/contract/loads/xlsx/open-workbook';
import { createTextReader, createTextTable, type TextTable } from '@campanero/contract/loads/xlsx/shared-strings';
import { createRowReader } from '@campanero/contract/loads/xlsx/sheet-rows';
import { damaged, WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import type { FileAccess, ZipEntry } from '@campanero/contract/loads/xlsx/zip-directory';
import { readPart, type ZipTools } from '@campanero/contract/loads/xlsx/zip-part';

/** Of the sheet's XML: some hundreds of rows. */
const SHEET_BYTES = 262_144;

const accessFile = (file: File): FileAccess => ({
  size: file.size,
  read: async (start, length) => new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
  stream: (start, length) => chunksOf(file.slice(start, start + length).stream()),
});

/** Not every browser has async iteration of streams. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: async () => void (await source.return?.()),
  });
}

const zipTools: ZipTools = {
  async *inflate(compressed) {
    try {
      yield* chunksOf(streamOf(compressed).pipeThrough(new DecompressionStream('deflate-raw')));
    } catch (error) {
      // Invalid deflate data is a TypeError; other errors come from reading the file.
      throw error instanceof TypeError ? damaged(error.message) : error;
    }
  },
};

async function headOf(file: FileAccess, entry: ZipEntry, bytes: number) {
  const head: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readPart(file, entry, zipTools)) {
    head.push(chunk);
    length += chunk.length;
    if (length >= bytes) return { head, isWhole: length === entry.size };
  }
  return { head, isWhole: true };
}

/** The shared texts up to the last one used in these rows. */
async function textsFor(file: FileAccess, workbook: Workbook, head: readonly Uint8Array[]): Promise<TextTable> {
  const table = createTextTable();
  if (!workbook.texts) return table;
  let last = -1;
  const noting = { get: (index: number) => ((last = Math.max(last, index)), '') };
  const rows = createRowReader({ ...workbook, texts: noting }, (row) => {
    for (let index = 0; index < row.count(); index += 1) row.cell(index);
  });
  for (const chunk of head) rows.push(chunk);
  const reader = createTextReader(table);
  for await (const chunk of readPart(file, workbook.texts, zipTools)) {
    if (table.count() > last) break;
    reader.push(chunk);
  }
  return table;
}

interface WorkbookHead {
  cells: CellRules;
  head: readonly Uint8Array[];
  isWhole: boolean;
  sheet: string;
  sheets: readonly string[];
}

/** Opens `name` or the first sheet for a preview. `refusal`: why the file cannot be opened. */
export async function openWorkbookHead(
  picked: File,
  name: string | undefined,
  bytes = SHEET_BYTES,
): Promise<WorkbookHead | { refusal: string }> {
  const file = accessFile(picked);
  try {
    const workbook = await openWorkbook(file, zipTools);
    const sheet = sheetOf(workbook, name);
    const { head, isWhole } = await headOf(file, sheet.entry, bytes);
    return {
      cells: { ...workbook, texts: await textsFor(file, workbook, head) },
      head,
      isWhole,
      sheet: sheet.name,
      sheets: offeredSheets(workbook).map((offered) => offered.name),
    };
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error;
    return { refusal: ERRORS[error.refusal].es };
  }
}
