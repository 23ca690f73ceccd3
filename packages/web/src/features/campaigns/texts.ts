import type { CampaignRow, CampaignType } from '@campanero/contract/campaigns/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';

/** Spec 8, Campaigns. */
export const LIST_FAILED = 'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.';

export const typeName = (external: CampaignRow['external']) => (external ? 'Externa' : 'Interna');

export const TYPE_LABELS: Record<CampaignType, string> = {
  general: 'General',
  internal: 'Interna',
  external: 'Externa',
};

export const campaignCount = (total: number) => `${formatCount(total)} ${total === 1 ? 'campaña' : 'campañas'}`;

/** Why the list is empty: what was asked for, or simply nothing yet. */
export function emptyReason(filters: number, search: string): string {
  const active = filters === 1 ? 'Hay 1 filtro activo' : `Hay ${filters} filtros activos`;
  if (filters > 0) return search ? `${active} y una búsqueda.` : `${active}.`;
  return search ? `Ninguna campaña coincide con «${search}».` : 'Todavía no hay campañas a su alcance.';
}
