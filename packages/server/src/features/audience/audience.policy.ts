import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';

/** Why nothing of this campaign can be handed out, moved on or taken back now; undefined when it can. */
export function splitRefusal(campaign: { status: CampaignStatus }) {
  if (campaign.status === 'CARGANDO AUDIENCIA') return 'CAMPAIGN_PROCESSING';
  return isClosed(campaign) ? 'CAMPAIGN_FINISHED' : undefined;
}
