import { settleStatus, type CampaignTimes, type StatusState } from '../campaigns/status-moves.ts';

/**
 * Calling is open only in EN CURSO, or while a further file loads on top of it, between start and end: decided at the moment
 * of the request, not by the status that a timer stored last (decisions 4).
 */
export function isOpenForCalls(campaign: StatusState & CampaignTimes, now: Date): boolean {
  const standing =
    campaign.status === 'CARGANDO AUDIENCIA' && campaign.statusBeforeLoad
      ? { ...campaign, status: campaign.statusBeforeLoad }
      : campaign;
  const isRunning = settleStatus(standing, campaign, now).status === 'EN CURSO';
  return isRunning && campaign.startDate <= now && now < campaign.endDate;
}
