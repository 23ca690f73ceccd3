import { isClosed } from '@campanero/contract/campaigns/rules';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';

/** Why nothing of this campaign can be handed out, moved on or taken back now; undefined when it can. */
export function splitRefusal(campaign: { status: CampaignStatus }) {
  if (campaign.status === 'CARGANDO AUDIENCIA') return 'CAMPAIGN_PROCESSING';
  return isClosed(campaign) ? 'CAMPAIGN_FINISHED' : undefined;
}

/** What Segmentar may hand out of the calls that match: those with attempts left (rule calls/exhausted-is-not-free). */
export const withAttemptsLeft = <F extends { callsMax?: number | undefined }>(
  filter: F,
  { attemptsInAll }: CallingRules,
): F =>
  attemptsInAll === null ? filter : { ...filter, callsMax: Math.min(filter.callsMax ?? Infinity, attemptsInAll - 1) };
