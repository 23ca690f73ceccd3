import { statusByDates, type CampaignTimes, type StatusState } from '../campaigns/status-moves.ts';

/**
 * The one rule of what can be called: only in EN CURSO, or while a further file loads on top of it, not paused, between start
 * and end. Decided at the moment of the request, not by the status that a timer stored last. Lists and the count in the
 * navigation ask the same in SQL.
 */
export function isOpenForCalls(campaign: StatusState & CampaignTimes, now: Date): boolean {
  const standing =
    campaign.status === 'CARGANDO AUDIENCIA' && campaign.statusBeforeLoad
      ? { ...campaign, status: campaign.statusBeforeLoad }
      : campaign;
  const isRunning = statusByDates(standing, campaign, now).status === 'EN CURSO';
  return isRunning && campaign.startDate <= now && now < campaign.endDate;
}
