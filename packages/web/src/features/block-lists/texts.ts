import { daysSince, LIST_AGE_DAYS, type ListLoad } from '@campanero/contract/block-lists/schemas';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';

export const LISTS_FAILED = 'No se pudieron traer las listas. Inténtelo de nuevo.';
export const LIST_UPLOAD_FAILED = 'La lista no se pudo enviar. Lo que escribió sigue aquí: inténtelo de nuevo.';
export const REMOVE_FAILED = 'No se pudo quitar. Inténtelo de nuevo.';
export const LOOKUP_FAILED = 'No se pudo buscar el número. Inténtelo de nuevo.';
export const LIST_REJECTED_FAILED = 'No se pudieron descargar las líneas rechazadas. Inténtelo de nuevo.';
export const LIST_CANCEL_FAILED = 'No se pudo cancelar la carga.';

export const LIST_FILES_HELP =
  'Un archivo CSV, TXT o Excel (.xlsx) de hasta 500 MB: un número por línea, o el código de área y el número en dos columnas.';

export const listCount = (count: number) => formatCounted(count, 'lista', 'listas');
export const numberCount = (count: number) => formatCounted(count, 'número', 'números');
export const obeyingText = (count: number) =>
  count === 0
    ? 'ninguna campaña en marcha las respeta'
    : formatCounted(count, 'campaña las respeta', 'campañas las respetan');

export function ageText(dated: string, now: number): string {
  const days = daysSince(dated, now);
  if (days <= 0) return 'de hoy';
  return days === 1 ? 'de ayer' : `hace ${formatCount(days)} días`;
}
export const OLD = `Más de ${LIST_AGE_DAYS} días`;
export const OLD_HELP = `La ley 26.951 pide consultar el registro cada ${LIST_AGE_DAYS} días. La lista sigue vigente: cargue la versión nueva con Reemplazar.`;

export const LOAD_STATES: Record<ListLoad['status'], string> = {
  RUNNING: 'Cargando',
  COMPLETED: 'Completa',
  ERROR: 'Falló',
  CANCELLED: 'Cancelada',
};

export const LOAD_POLL_MS = 1500;
