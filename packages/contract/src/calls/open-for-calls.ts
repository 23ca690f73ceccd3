import { statusByDates, type CampaignTimes, type StatusState } from '../campaigns/status-moves.ts';

/** At the moment of the request, not by the stored status; also while a further file loads. Lists compute the same in SQL. */
export function isOpenForCalls(campaign: StatusState & CampaignTimes, now: Date): boolean {
  const standing =
    campaign.status === 'CARGANDO AUDIENCIA' && campaign.statusBeforeLoad
      ? { ...campaign, status: campaign.statusBeforeLoad }
      : campaign;
  const isRunning = statusByDates(standing, campaign, now).status === 'EN CURSO';
  return isRunning && campaign.startDate <= now && now < campaign.endDate;
}
