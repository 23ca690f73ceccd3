import {
  createNumberReader,
  createNumberSheetReader,
  type NumberReader,
} from '@campanero/contract/block-lists/number-reader';
import type { NumberShape } from '@campanero/contract/block-lists/number-shape';
import { LIST_FILES } from '@campanero/contract/block-lists/schemas';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { kindByName } from '@campanero/contract/shared/files';
import { queryOptions } from '@tanstack/react-query';
import { fileMark } from '../../components/files/file-list.tsx';

/** Enough to see what a file is; the whole of it is the server's work. */
const PREVIEW_BYTES = 65_536;

export interface PreviewedList {
  shape: NumberShape | null;
  numbers: readonly string[];
  rejected: readonly RejectedRow[];
  /** The sample is the file, or the whole sheet. */
  isWhole: boolean;
  /** Only of a workbook: the sheet that is shown, and all that can be chosen. */
  workbook?: { sheet: string; sheets: readonly string[] };
  /** Why a workbook cannot be opened at all. */
  refusal?: string;
}

function readHead(reader: NumberReader, head: readonly Uint8Array[], isWhole: boolean): PreviewedList {
  const batches = head.map((chunk) => reader.push(chunk));
  // A sample ends somewhere within a line, which is not the line's fault: only a whole file is read to its end.
  if (isWhole) batches.push(reader.end());
  return {
    shape: reader.shape(),
    numbers: batches.flatMap(({ numbers }) => numbers),
    rejected: batches.flatMap(({ rejected }) => rejected),
    isWhole,
  };
}

/** A file as it is to be read: the sheet of a workbook, and the column of the numbers from 0; undefined: what the file itself says. */
export interface ChosenFile {
  file: File;
  sheet: string | undefined;
  column: number | undefined;
}

/** Reads the beginning of a file with the very module that loads it, so that what is shown is what will happen. */
async function previewList({ file, sheet, column }: ChosenFile): Promise<PreviewedList> {
  if (kindByName(LIST_FILES, file.name) !== 'xlsx') {
    const head = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
    return readHead(createNumberReader(undefined, column), [head], file.size <= PREVIEW_BYTES);
  }
  const { openWorkbookHead } = await import('../../lib/workbook-head.ts');
  const opened = await openWorkbookHead(file, sheet);
  if ('refusal' in opened) return { shape: null, numbers: [], rejected: [], isWhole: true, refusal: opened.refusal };
  const { cells, head, isWhole, ...workbook } = opened;
  return { ...readHead(createNumberSheetReader(cells, column), head, isWhole), workbook };
}

export const previewListQuery = (chosen: ChosenFile) =>
  queryOptions({
    queryKey: ['block-lists', 'preview', fileMark(chosen.file), chosen.sheet, chosen.column] as const,
    queryFn: () => previewList(chosen),
    staleTime: Infinity,
    retry: false,
  });

/** Why a file cannot be sent at all; the server would find the same after the whole of it had travelled. */
export function listPreviewFault(name: string, { shape, numbers, isWhole, workbook, refusal }: PreviewedList) {
  if (refusal) return `«${name}»: ${refusal}`;
  const where = workbook ? `La hoja «${workbook.sheet}» de «${name}»` : `«${name}»`;
  if (!shape) return isWhole ? `${where} no tiene ninguna línea.` : `No se pudo leer el principio de «${name}».`;
  if (shape.failure !== null) return `${where} no se puede cargar. ${shape.failure}`;
  return isWhole && numbers.length === 0 ? `${where} no tiene ningún número válido.` : undefined;
}
