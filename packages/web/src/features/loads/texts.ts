import { REJECTED_ROWS_DAYS } from '@campanero/contract/limits';
import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import type { PlaceLevel } from '@campanero/contract/lookups/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';

/** Fixed sentences: rule texts/fixed-sentences. */
export const BEING_VALIDATED = 'La audiencia está siendo validada';
export const UPLOAD_FAILED = 'Hubo un error al subir la audiencia. Inténtelo de nuevo o contacte con el soporte.';
export const DETAILS_FAILED =
  'Hubo un fallo interno al cargar los detalles de la audiencia. Si el error persiste, contacte con el soporte.';

export const LOAD_CANCEL_FAILED = 'No fue posible cancelar la carga. Inténtelo de nuevo.';
export const LOAD_CANCELLED = 'La carga fue cancelada: no quedó nada de ella.';
export const REJECTED_FAILED = 'No fue posible descargar las filas rechazadas. Inténtelo de nuevo.';
export const REMEMBER_FAILED = 'No fue posible recordar el lugar. Inténtelo de nuevo.';
export const FORGET_FAILED = 'No fue posible olvidar el lugar. Inténtelo de nuevo.';
export const SPELLINGS_FAILED = 'No fue posible consultar los lugares recordados. Inténtelo de nuevo.';
export const FILES_HELP =
  'Hasta 2 archivos de Excel (.xlsx) o .csv, de 500 MB cada uno. Solo hace falta una columna de teléfono o celular.';
export const FILES_STILL_CHOSEN = 'Los archivos elegidos siguen aquí: puede volver a enviarlos.';

export const REPORT_TITLES: Record<AudienceLoad['status'], string> = {
  RUNNING: 'Cargando audiencia',
  COMPLETED: 'Última carga completa',
  ERROR: 'La última carga falló',
  CANCELLED: 'La última carga se canceló',
};

/** A completed load with rejected rows is no plain success. */
export const reportTitle = ({ status, rejected }: AudienceLoad): string =>
  status === 'COMPLETED' && rejected > 0
    ? `Carga completa con ${formatCounted(rejected, 'fila rechazada', 'filas rechazadas')}`
    : REPORT_TITLES[status];

/** The five figures of a report, in reading order (rule audience-files/report-adds-up). */
export const reportFigures = ({ read, loaded, duplicates, rejected, skipped }: AudienceLoad) => [
  { label: 'leídas', value: read },
  { label: 'cargadas', value: loaded, tone: loaded > 0 ? ('good' as const) : undefined },
  { label: 'duplicadas', value: duplicates },
  { label: 'rechazadas', value: rejected, tone: rejected > 0 ? ('bad' as const) : undefined },
  { label: 'omitidas', value: skipped },
];

export const skippedReasons = ({ blocked, called, active }: AudienceLoad['skippedBreakdown']): string[] =>
  [
    blocked > 0 && formatCounted(blocked, 'número al que no se debe llamar', 'números a los que no se debe llamar'),
    called > 0 && formatCounted(called, 'llamado hace poco', 'llamados hace poco'),
    active > 0 && formatCounted(active, 'ya en otra campaña activa', 'ya en otras campañas activas'),
  ].filter((reason) => reason !== false);

export const rejectedText = ({ rejectedUntil }: AudienceLoad): string =>
  rejectedUntil === null
    ? `Las filas rechazadas ya se eliminaron: se conservan ${REJECTED_ROWS_DAYS} días.`
    : `Las filas rechazadas se conservan hasta el ${formatDate(rejectedUntil)}.`;

export const LEVEL_NAMES: Record<PlaceLevel, string> = {
  district: 'Distrito',
  section: 'Sección',
  subsection: 'Subsección',
};

export function unknownPlacesText({ unknownPlacesCount, rowsWithoutPlace, places }: AudienceLoad): string {
  const what = formatCounted(
    unknownPlacesCount,
    'lugar no coincide con los oficiales',
    'lugares no coinciden con los oficiales',
  );
  if (places === 'reject') return what;
  return `${what} y ${formatCounted(rowsWithoutPlace, 'fila se cargó sin él', 'filas se cargaron sin ellos')}`;
}

export const ignoredText = (columns: readonly string[]) =>
  columns.length === 1 ? '1 columna no reconocida se ignora' : `${columns.length} columnas no reconocidas se ignoran`;
