import { blockLists } from '@campanero/contract/block-lists/endpoints';
import {
  createNumberReader,
  createNumberSheetReader,
  type NumberBatch,
} from '@campanero/contract/block-lists/number-reader';
import type { NumberShape } from '@campanero/contract/block-lists/number-shape';
import { LIST_FILES, type ListInformation } from '@campanero/contract/block-lists/schemas';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { fileMark } from '../../components/files/file-list.tsx';
import { upload } from '../../lib/files.ts';
import { readSample, type TableSample, whereRead } from '../../lib/table-sample.ts';
import { useUpload } from '../../lib/use-upload.ts';

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

export const previewListQuery = (chosen: ChosenFile | undefined) =>
  queryOptions({
    queryKey: ['block-lists', 'preview', chosen && fileMark(chosen.file), chosen?.sheet, chosen?.column] as const,
    queryFn: chosen ? () => previewList(chosen) : skipToken,
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

interface SentList {
  target: { listId: number; replaces: boolean } | null;
  information: ListInformation;
  chosen: ChosenFile;
}

function fieldsOf({ target, information, chosen: { sheet, column } }: SentList) {
  const { name, kind, origin, dated } = information;
  return {
    ...(target ? { listId: target.listId, replaces: target.replaces ? '1' : '0' } : { name, kind }),
    origin,
    dated,
    ...(sheet !== undefined && { sheet }),
    ...(column !== undefined && { column: column + 1 }),
  };
}

/** Repeating the same upload after a lost answer gives the same load. */
export const useUploadList = () =>
  useUpload(
    (list: SentList, options) => {
      const { file } = list.chosen;
      const form = new FormData();
      for (const [field, value] of Object.entries(fieldsOf(list))) form.append(field, String(value));
      form.append(LIST_FILES.field, file, file.name);
      return upload(blockLists.upload, { form, ...options });
    },
    { isRepeatable: (list) => JSON.stringify([fieldsOf(list), fileMark(list.chosen.file)]), changes: ['block-lists'] },
  );
