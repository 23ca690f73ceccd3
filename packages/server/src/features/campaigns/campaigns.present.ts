import type { CampaignRow } from '@campanero/contract/campaigns/schemas';
import { maySeeExternalId } from './campaigns.policy.ts';
import type { CampaignRecord, Viewer } from './campaigns.queries.ts';

/** A campaign as the list shows it. Objective and coordinator stand twice, nested and flat, because spec 3 names both. */
export const presentCampaign = (campaign: CampaignRecord, viewer: Viewer): CampaignRow => ({
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
