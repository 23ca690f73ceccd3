import type { ExportDetail, ExportKind } from '@campanero/contract/exports/schemas';

/** Fixed sentences: rule texts/fixed-sentences. */
export const STARTED = 'Se está procesando su solicitud.';
export const REQUEST_FAILED = 'No se pudo procesar su solicitud, inténtelo de nuevo o contacte con el soporte.';

export const ARRIVES = 'Llega un enlace por mail y a la campana.';
export const NOT_OFFERED = 'Se puede exportar mientras la campaña está en curso o finalizada.';
export const CANCELLED = 'La exportación fue cancelada.';
export const CANCEL_FAILED = 'No fue posible cancelar la exportación. Inténtelo de nuevo.';
export const DOWNLOAD_FAILED = 'No fue posible descargar el archivo. Inténtelo de nuevo.';
export const VIEW_FAILED = 'No fue posible cargar la exportación. Inténtelo de nuevo o contacte con el soporte.';

interface KindTexts {
  /** «Audiencia de Relevamiento de vecinos». */
  name: string;
  failed: string;
}
const failed = (what: string) =>
  `No fue posible exportar ${what}, por favor inténtelo de nuevo o contacte con el soporte`;
export const KIND_TEXTS: Record<ExportKind, KindTexts> = {
  audience: {
    name: 'Audiencia',
    failed: 'No se pudo exportar la audiencia, por favor inténtelo de nuevo o contacte con el soporte',
  },
  calls: { name: 'Llamados', failed: failed('los llamados') },
  statistics: { name: 'Estadísticas', failed: failed('las estadísticas') },
  operator_statistics: { name: 'Estadísticas individuales', failed: failed('las estadísticas') },
  audit: { name: 'Registros de auditoría', failed: failed('los registros de auditoría') },
};

/** «Audiencia de Relevamiento de vecinos». */
export function exportName({ kind, campaign, operatorName }: ExportDetail): string {
  const about = campaign?.name ?? operatorName;
  return about ? `${KIND_TEXTS[kind].name} de ${about}` : KIND_TEXTS[kind].name;
}
