import { EXPORT_KINDS } from '@campanero/contract/exports/kinds';
import type { ExportDetail } from '@campanero/contract/exports/schemas';

/** Fixed sentences: rule texts/fixed-sentences. */
export const STARTED = 'Se está procesando su solicitud.';
export const REQUEST_FAILED = 'No se pudo procesar su solicitud, inténtelo de nuevo o contacte con el soporte.';

export const EXPORT_DELIVERY = 'Llega un enlace por mail y a la campana.';
export const NOT_OFFERED = 'Se puede exportar mientras la campaña está en curso o finalizada.';
export const EXPORT_CANCELLED = 'La exportación fue cancelada.';
export const EXPORT_CANCEL_FAILED = 'No fue posible cancelar la exportación. Inténtelo de nuevo.';
export const DOWNLOAD_FAILED = 'No fue posible descargar el archivo. Inténtelo de nuevo.';
export const VIEW_FAILED = 'No fue posible cargar la exportación. Inténtelo de nuevo o contacte con el soporte.';

export function exportName({ kind, campaign, operatorName }: ExportDetail): string {
  const about = campaign?.name ?? operatorName;
  const { label, title = label } = EXPORT_KINDS[kind];
  return about ? `${title} de ${about}` : title;
}
