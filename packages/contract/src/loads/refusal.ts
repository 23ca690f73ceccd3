import { isClosed } from '../campaigns/rules.ts';
import { canMoveTo, type CampaignStatus } from '../campaigns/status.ts';
import type { ErrorCode } from '../errors.ts';

/** Why a campaign in this status takes no audience (decisions 4); null where it does. Asked before a file is sent, too. */
export function loadRefusalIn(status: CampaignStatus): ErrorCode | null {
  if (canMoveTo(status, 'CARGANDO AUDIENCIA')) return null;
  if (isClosed({ status })) return 'CAMPAIGN_FINISHED';
  return status === 'CARGANDO AUDIENCIA' ? 'CAMPAIGN_PROCESSING' : 'CAMPAIGN_STATUS';
}
