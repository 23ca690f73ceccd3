import {
  createNumberReader,
  createNumberSheetReader,
  type NumberBatch,
} from '@campanero/contract/block-lists/number-reader';
import type { NumberShape } from '@campanero/contract/block-lists/number-shape';
import { LIST_FILES } from '@campanero/contract/block-lists/schemas';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import { queryOptions } from '@tanstack/react-query';
import { fileMark } from '../../components/files/file-list.tsx';
import { readSample, type TableSample, whereRead } from '../../lib/table-sample.ts';

interface PreviewedList extends TableSample<NumberBatch, NumberShape> {
  numbers: readonly string[];
}

/** `column` starts at 0; undefined: detected. */
export interface ChosenFile {
  file: File;
  sheet: string | undefined;
  column: number | undefined;
}

async function previewList({ file, sheet, column }: ChosenFile): Promise<PreviewedList> {
  const readers = {
    text: () => createNumberReader(undefined, column),
    sheet: (cells: CellRules) => createNumberSheetReader(cells, column),
  };
  const sample = await readSample(file, LIST_FILES, readers, sheet);
  return { ...sample, numbers: sample.batches.flatMap(({ numbers }) => numbers) };
}

export const previewListQuery = (chosen: ChosenFile) =>
  queryOptions({
    queryKey: ['block-lists', 'preview', fileMark(chosen.file), chosen.sheet, chosen.column] as const,
    queryFn: () => previewList(chosen),
    staleTime: Infinity,
    retry: false,
  });

export function listPreviewFault(name: string, preview: PreviewedList) {
  const { shape, numbers, isWhole, refusal } = preview;
  if (refusal) return `«${name}»: ${refusal}`;
  const where = whereRead(name, preview);
  if (!shape) return isWhole ? `${where} no tiene ninguna línea.` : `No se pudo leer el principio de «${name}».`;
  if (shape.failure !== null) return `${where} no se puede cargar. ${shape.failure}`;
  return isWhole && numbers.length === 0 ? `${where} no tiene ningún número válido.` : undefined;
}
