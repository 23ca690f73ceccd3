import { ERRORS } from '@campanero/contract/errors';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import { WorkbookFault } from '@campanero/contract/loads/xlsx/workbook-fault';
import { type FileRules, kindByName } from '@campanero/contract/shared/files';

/** Enough for a preview. */
const SAMPLE_BYTES = 65_536;

type TableReader<B, S> = { push(chunk: Uint8Array): B; end(): B; shape(): S | null; headerRow?(): number | null };

interface TableReaders<B, S> {
  text: () => TableReader<B, S>;
  sheet: (cells: CellRules) => TableReader<B, S> | Promise<TableReader<B, S>>;
}

export interface TableSample<B, S> {
  /** Null without a header line. */
  shape: S | null;
  batches: readonly B[];
  rejected: readonly RejectedRow[];
  isWhole: boolean;
  /** Only for workbooks: the sheet read, and all sheets. */
  workbook?: { sheet: string; sheets: readonly string[]; headerRow: number | null };
  refusal?: string;
}

type Batch = { rejected: readonly RejectedRow[] };

/** Reads the beginning as the loader does; of a workbook `sheet`, or the first one. */
export async function readSample<B extends Batch, S>(
  file: File,
  rules: FileRules,
  { text, sheet: readSheet }: TableReaders<B, S>,
  sheetName: string | undefined,
): Promise<TableSample<B, S>> {
  if (kindByName(rules, file.name) !== 'xlsx') {
    const head = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
    return readHead(text(), [head], file.size <= SAMPLE_BYTES);
  }
  const { openWorkbookHead } = await import('./workbook-head.ts');
  const opened = await openWorkbookHead(file, sheetName);
  if ('refusal' in opened) return refused(opened.refusal);
  const { cells, head, isWhole, sheet, sheets } = opened;
  const reader = await readSheet(cells);
  try {
    const sample = readHead(reader, head, isWhole);
    return { ...sample, workbook: { sheet, sheets, headerRow: reader.headerRow?.() ?? null } };
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error;
    return refused(ERRORS[error.refusal].es);
  }
}

const refused = (refusal: string) => ({ shape: null, batches: [], rejected: [], isWhole: true, refusal });

function readHead<B extends Batch, S>(reader: TableReader<B, S>, head: readonly Uint8Array[], isWhole: boolean) {
  const batches = head.map((chunk) => reader.push(chunk));
  // A sample may end within a row: only a whole file is read to its end.
  if (isWhole) batches.push(reader.end());
  return { shape: reader.shape(), batches, rejected: batches.flatMap(({ rejected }) => rejected), isWhole };
}

/** For the beginning of a sentence. */
export const whereRead = (name: string, { workbook }: Pick<TableSample<never, never>, 'workbook'>) =>
  workbook ? `La hoja «${workbook.sheet}» de «${name}»` : `«${name}»`;
