import type { CampaignListRow, CampaignRow } from '@campanero/contract/campaigns/schemas';
import { maySeeExternalId } from './campaigns.policy.ts';
import type { Viewer } from '../../call-store/reach.ts';
import type { CampaignRecord } from './campaigns.queries.ts';
import type { ListedCampaign } from './list-campaigns.ts';

export const presentListed = (campaign: ListedCampaign, viewer: Viewer): CampaignListRow => ({
  ...presentCampaign(campaign, viewer),
  openForCalls: campaign.openForCalls,
  own: campaign.own,
});

/** What every answer says of a campaign. Objective and coordinator stand twice, nested and flat, because spec 3 names both. */
export const presentCampaign = (campaign: Omit<CampaignRecord, 'openForCalls'>, viewer: Viewer): CampaignRow => ({
  id: campaign.id,
  name: campaign.name,
  description: campaign.description,
  externalId: maySeeExternalId(viewer) ? campaign.externalId : null,
  objectiveId: campaign.objectiveId,
  objectiveName: campaign.objectiveName,
  objective: { id: campaign.objectiveId, name: campaign.objectiveName },
  coordinatedBy: campaign.coordinatedBy,
  coordinatorName: campaign.coordinatorName,
  coordinator: { id: campaign.coordinatedBy, name: campaign.coordinatorName },
  external: campaign.external ? 1 : 0,
  startDate: campaign.startDate.toISOString(),
  endDate: campaign.endDate.toISOString(),
  createdAt: campaign.createdAt.toISOString(),
  status: campaign.status,
  paused: campaign.paused,
  assigned: campaign.assigned,
});
