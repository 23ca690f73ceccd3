import { isClosed, type CampaignStatus } from '@campanero/contract/campaigns/status';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';

/** Why calls of this campaign cannot be assigned, moved or unassigned now; undefined when they can. */
export function splitRefusal(campaign: { status: CampaignStatus }) {
  if (campaign.status === 'CARGANDO AUDIENCIA') return 'CAMPAIGN_PROCESSING';
  return isClosed(campaign) ? 'CAMPAIGN_FINISHED' : undefined;
}

/** Restricts the filter to calls with attempts left, which Segmentar may assign (rule calls/exhausted-is-not-free). */
export function withAttemptsLeft<F extends { callsMax?: number | undefined }>(
  filter: F,
  { rules: { attemptsInAll }, countsAcross }: { rules: CallingRules; countsAcross: boolean },
): F & { attemptsBelow?: number } {
  if (attemptsInAll === null) return filter;
  const callsMax = Math.min(filter.callsMax ?? Infinity, attemptsInAll - 1);
  return { ...filter, callsMax, ...(countsAcross && { attemptsBelow: attemptsInAll }) };
}
