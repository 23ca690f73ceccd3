import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { AudienceRow } from '@campanero/contract/loads/csv/read-person';
import type { RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { productDay } from '@campanero/contract/shared/dates';
import { queryOptions } from '@tanstack/react-query';
import { fileMark } from '../../../components/files/file-list.tsx';
import { now } from '../../../lib/clock.ts';

/** Enough to see what a file is; the whole of it is the server's work (decisions 7). */
const PREVIEW_BYTES = 65_536;

export interface FilePreview {
  /** Null when the beginning holds no header line. */
  shape: AudienceShape | null;
  rows: readonly AudienceRow[];
  rejected: readonly RejectedRow[];
  unknownPlaces: UnknownPlaces;
  /** The sample is the file. */
  isWhole: boolean;
}

/** Reads the beginning of a file with the very module that loads it, so that what is shown is what will happen. */
async function previewFile(file: File, rules: PlaceRules): Promise<FilePreview> {
  const places = createPlaceIndex(rules);
  const reader = createAudienceReader({ places, today: productDay(now()) });
  const head = reader.push(new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer()));
  const isWhole = file.size <= PREVIEW_BYTES;
  // A sample ends somewhere within a row, which is not the row's fault: only a whole file is read to its end.
  const tail = isWhole ? reader.end() : { rows: [], rejected: [] };
  return {
    shape: reader.shape(),
    rows: [...head.rows, ...tail.rows],
    rejected: [...head.rejected, ...tail.rejected],
    unknownPlaces: places.unknown(),
    isWhole,
  };
}

/** `rules`: by which places are matched; undefined while they are on their way. */
export const previewQuery = (file: File, rules: PlaceRules | undefined) =>
  queryOptions({
    queryKey: ['loads', 'preview', fileMark(file), rules?.dropsUnknown, rules?.spellings] as const,
    queryFn: () => previewFile(file, rules ?? { tree: [] }),
    enabled: rules !== undefined,
    // Another choice about places changes a few lines of what is shown, not the whole of it.
    placeholderData: (before, query) => (query?.queryKey[2] === fileMark(file) ? before : undefined),
    staleTime: Infinity,
    retry: false,
  });

/** Why a file cannot be sent at all; the server would find the same after the whole of it had travelled. */
export function previewFault(name: string, { shape, rows, rejected, isWhole }: FilePreview): string | undefined {
  if (!shape) return `No se encontró el encabezado de «${name}»: la primera línea debe nombrar las columnas.`;
  if (!shape.hasPhoneColumn)
    return `«${name}» no tiene una columna de teléfono ni de celular: no se puede cargar. Vea los nombres aceptados en «Ver Formato».`;
  if (shape.failure !== null) return `«${name}» no se puede cargar. ${shape.failure}`;
  if (isWhole && rows.length + rejected.length === 0) return `«${name}» tiene encabezado, pero ninguna fila.`;
  return undefined;
}
