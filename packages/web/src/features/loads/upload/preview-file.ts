import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { PersonRow, PersonRules } from '@campanero/contract/loads/csv/read-person';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { AUDIENCE_FILES } from '@campanero/contract/loads/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { kindByName } from '@campanero/contract/shared/files';
import { queryOptions } from '@tanstack/react-query';
import { fileMark } from '../../../components/files/file-list.tsx';
import { now } from '../../../lib/clock.ts';

/** Enough to see what a file is; the whole of it is the server's work. */
const PREVIEW_BYTES = 65_536;

export interface FilePreview {
  /** Null when the beginning holds no header line. */
  shape: AudienceShape | null;
  rows: readonly PersonRow[];
  rejected: readonly RejectedRow[];
  unknownPlaces: UnknownPlaces;
  /** The sample is the file, or the whole sheet. */
  isWhole: boolean;
  /** Only of a workbook. */
  workbook?: {
    /** The one that is shown. */
    sheet: string;
    /** All that can be chosen. */
    sheets: readonly string[];
    headerRow: number | null;
  };
  /** Why a workbook cannot be opened at all. */
  refusal?: string;
}

/** Reads the beginning of a file with the very module that loads it, so that what is shown is what will happen. */
async function previewFile(file: File, rules: PlaceRules, sheet: string | undefined): Promise<FilePreview> {
  const places = createPlaceIndex(rules);
  const personRules = { places, today: productDay(now()) };
  const preview =
    kindByName(AUDIENCE_FILES, file.name) === 'xlsx'
      ? await (await import('./preview-workbook.ts')).previewWorkbook(file, personRules, sheet)
      : await previewCsv(file, personRules);
  return { ...preview, unknownPlaces: places.unknown() };
}

async function previewCsv(file: File, rules: PersonRules): Promise<Omit<FilePreview, 'unknownPlaces'>> {
  const reader = createAudienceReader(rules);
  const head = reader.push(new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer()));
  const isWhole = file.size <= PREVIEW_BYTES;
  // A sample ends somewhere within a row, which is not the row's fault: only a whole file is read to its end.
  const tail = isWhole ? reader.end() : { rows: [], rejected: [] };
  return {
    shape: reader.shape(),
    rows: [...head.rows, ...tail.rows],
    rejected: [...head.rejected, ...tail.rejected],
    isWhole,
  };
}

interface PreviewOptions {
  /** By which places are matched; undefined while they are on their way. */
  rules: PlaceRules | undefined;
  /** Of a workbook; without one the first. */
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
    // Another choice about places changes a few lines of what is shown, not the whole of it.
    placeholderData: (before, query) =>
      query?.queryKey[2] === fileMark(file) && query.queryKey[3] === sheet ? before : undefined,
    staleTime: Infinity,
    retry: false,
  });

/** Why a file cannot be sent at all; the server would find the same after the whole of it had travelled. */
export function previewFault(name: string, preview: FilePreview): string | undefined {
  const { shape, rows, rejected, isWhole, workbook, refusal } = preview;
  if (refusal) return `«${name}»: ${refusal}`;
  const where = workbook ? `La hoja «${workbook.sheet}» de «${name}»` : `«${name}»`;
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
