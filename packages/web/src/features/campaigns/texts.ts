import type { CampaignRow, CampaignType } from '@campanero/contract/campaigns/schemas';
import { shortDistrict } from '@campanero/contract/lookups/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';

export const typeName = (external: CampaignRow['external']) => (external ? 'Externa' : 'Interna');

export const yesNo = (isSo: boolean) => (isSo ? 'Sí' : 'No');

export const TYPE_LABELS: Record<CampaignType, string> = {
  general: 'General',
  internal: 'Interna',
  external: 'Externa',
};

export const campaignCount = (total: number) => formatCounted(total, 'campaña', 'campañas');
export const callableCount = (openForCalls: number, total: number) =>
  `${formatCount(openForCalls)} para llamar · ${formatCount(total)} en total`;

/** Fixed sentences: rule texts/fixed-sentences. */
export const CAMPAIGN_CREATE_FAILED =
  'No fue posible crear la campaña, por favor inténtelo de nuevo o contacte con el soporte';
/** Stays in the form after the snackbar. */
export const NOT_CREATED = 'La campaña no se creó. Todo lo que cargó sigue aquí.';
export const CAMPAIGN_UPDATE_FAILED =
  'No fue posible actualizar la campaña, inténtelo de nuevo o contacte con el soporte.';
export const updateFailed = (reason: string) => `La campaña no se pudo actualizar: ${reason}`;
export const CAMPAIGN_UPDATED = 'Campaña actualizada correctamente.';
export const SCRIPTS_UPDATED = 'Scripts actualizados correctamente.';

export const SCRIPT_HELP = 'Hasta 5 archivos JPG, PNG o PDF de 5 MB cada uno.';

/** Under a form with errors: whether something is only empty, or wrong. */
export function missingFields(errors: object, values: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(errors);
  if (names.length === 0) return undefined;
  const isEmpty = (value: unknown) => (Array.isArray(value) ? value.length === 0 : (value ?? '') === '');
  if (names.every((name) => isEmpty(values[name])))
    return names.length === 1 ? 'Falta 1 dato' : `Faltan ${names.length} datos`;
  return names.length === 1 ? 'Falta corregir 1 dato' : `Falta corregir ${names.length} datos`;
}

export function placeText(place: Record<'districtName' | 'sectionName' | 'subsectionName', string | null>) {
  const district = place.districtName === null ? null : shortDistrict(place.districtName);
  const names = [district, place.sectionName, place.subsectionName].filter((name) => name !== null);
  return names.length > 0 ? names.join(', ') : null;
}

/** Why calls cannot be made, and what comes next. */
export function statusNote(
  campaign: Pick<CampaignRow, 'status' | 'startDate'>,
  { isManager, hasAudience }: { isManager: boolean; hasAudience: boolean },
): { severity: 'info' | 'warning'; text: string } | undefined {
  const texts: Partial<Record<CampaignRow['status'], string>> = {
    PENDIENTE: isManager
      ? 'Todavía no tiene audiencia: falta cargarla y repartirla entre los operadores.'
      : 'Todavía no comenzó: su audiencia no está lista.',
    'CARGANDO AUDIENCIA': hasAudience
      ? 'Se está cargando más audiencia: los contactos que ya tiene siguen disponibles.'
      : 'La campaña está siendo procesada. Por favor espere',
    'AUDIENCIA PROCESADA': `Comienza cuando tenga llamados asignados y llegue su fecha de inicio: ${formatDateTime(campaign.startDate)}.`,
    PAUSADA: 'Está pausada: no admite llamados hasta que se la reanude.',
    REVISANDO: `Pasó su fecha de fin y ya no admite llamados${isManager ? ': extienda la fecha o finalícela' : ''}.`,
    FINALIZANDO: 'Se está cerrando: sus estadísticas quedan fijas en unos momentos.',
  };
  const text = texts[campaign.status];
  const isWarning = campaign.status === 'PAUSADA' || campaign.status === 'REVISANDO';
  return text === undefined ? undefined : { severity: isWarning ? 'warning' : 'info', text };
}
