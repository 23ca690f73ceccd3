import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { PersonRow } from '@campanero/contract/loads/csv/read-person';
import type { Batch } from '@campanero/contract/loads/csv/record-reader';
import type { CellRules } from '@campanero/contract/loads/xlsx/cell-text';
import { AUDIENCE_FILES } from '@campanero/contract/loads/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { queryOptions } from '@tanstack/react-query';
import { fileMark } from '../../../components/files/file-list.tsx';
import { now } from '../../../lib/clock.ts';
import { readSample, type TableSample, whereRead } from '../../../lib/table-sample.ts';

export interface FilePreview extends TableSample<Batch, AudienceShape> {
  rows: readonly PersonRow[];
  unknownPlaces: UnknownPlaces;
}

async function previewFile(file: File, rules: PlaceRules, sheet: string | undefined): Promise<FilePreview> {
  const places = createPlaceIndex(rules);
  const personRules = { places, today: productDay(now()) };
  const readers = {
    text: () => createAudienceReader(personRules),
    sheet: async (cells: CellRules) =>
      (await import('@campanero/contract/loads/xlsx/sheet-reader')).createSheetReader(personRules, cells),
  };
  const sample = await readSample(file, AUDIENCE_FILES, readers, sheet);
  return { ...sample, rows: sample.batches.flatMap(({ rows }) => rows), unknownPlaces: places.unknown() };
}

interface PreviewOptions {
  rules: PlaceRules | undefined;
  sheet: string | undefined;
}

export const previewQuery = (file: File, { rules, sheet }: PreviewOptions) =>
  queryOptions({
    queryKey: [
      'loads',
      'preview',
      fileMark(file),
      sheet,
      rules?.dropsUnknown,
      rules?.spellings,
      rules?.home?.areaCode,
    ] as const,
    queryFn: () => previewFile(file, rules ?? { tree: [] }, sheet),
    enabled: rules !== undefined,
    // Keep the preview while only the choice about places changes.
    placeholderData: (before, query) =>
      query?.queryKey[2] === fileMark(file) && query.queryKey[3] === sheet ? before : undefined,
    staleTime: Infinity,
    retry: false,
  });

/** Why the file cannot be loaded at all. */
export function previewFault(name: string, preview: FilePreview): string | undefined {
  const { shape, rows, rejected, isWhole, workbook, refusal } = preview;
  if (refusal) return `«${name}»: ${refusal}`;
  const where = whereRead(name, preview);
  if (!shape)
    return workbook
      ? `${where} está vacía${workbook.sheets.length > 1 ? ': elija otra' : ''}.`
      : `No se encontró el encabezado de «${name}»: la primera línea debe nombrar las columnas.`;
  if (!shape.hasPhoneColumn) {
    const advice = workbook && workbook.sheets.length > 1 ? 'elija otra hoja' : 'no se puede cargar';
    return `${where} no tiene una columna de teléfono ni de celular: ${advice}. Vea los nombres aceptados en «Ver Formato».`;
  }
  if (shape.failure !== null) return `${where} no se puede cargar. ${shape.failure}`;
  if (isWhole && rows.length + rejected.length === 0) return `${where} tiene encabezado, pero ninguna fila.`;
  return undefined;
}
