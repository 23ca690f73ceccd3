import { isClosed, canMoveTo, type CampaignStatus } from '../campaigns/status.ts';
import type { ErrorCode } from '../errors.ts';

/** Why a campaign in this status accepts no audience; null where it does. Also checked before a file is sent. */
export function loadRefusalIn(status: CampaignStatus): ErrorCode | null {
  if (canMoveTo(status, 'CARGANDO AUDIENCIA')) return null;
  if (isClosed({ status })) return 'CAMPAIGN_FINISHED';
  return status === 'CARGANDO AUDIENCIA' ? 'CAMPAIGN_PROCESSING' : 'CAMPAIGN_STATUS';
}
