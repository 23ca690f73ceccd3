import type { campaignEvent, CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import type { z } from 'zod';
import type { ScriptRecord } from './campaign-detail.queries.ts';
import type { EventRecord } from './campaign-events.queries.ts';
import { presentCampaign } from './campaigns.present.ts';
import type { Viewer } from '../../call-store/reach.ts';
import { summariseEvent } from './event-summary.ts';
import { scriptLink } from './script-links.ts';
import type { CampaignView } from './view-campaign.ts';

export function presentDetail(
  { campaign, operators, scripts, states, load }: CampaignView,
  viewer: Viewer,
): CampaignDetail {
  return {
    ...presentCampaign(campaign, viewer),
    operators: operators.map(({ id, name, disable }) => ({ id, name, disable })),
    validOperators: operators.filter(({ isValid }) => isValid).map(({ id, name }) => ({ id, name })),
    districtId: campaign.districtId,
    sectionId: campaign.sectionId,
    subsectionId: campaign.subsectionId,
    districtName: campaign.districtName,
    sectionName: campaign.sectionName,
    subsectionName: campaign.subsectionName,
    formId: campaign.formId,
    formName: campaign.formName,
    formUrl: campaign.formUrl,
    scripts: scripts.map(presentScript),
    states,
    audienceName: load?.name ?? null,
    audienceType: (load?.source as CampaignDetail['audienceType'] | undefined) ?? null,
    audienceId: load?.source === 'dashboard' ? load.sourceId : null,
    formRegistrationId: load?.source === 'form' ? load.sourceId : null,
    version: campaign.version,
  };
}

export const presentScript = ({ id, campaignId, originalName, contentType, bytes }: ScriptRecord): Script => ({
  id,
  originalName,
  link: scriptLink(campaignId, id),
  // A check constraint keeps the column to these.
  contentType: contentType as Script['contentType'],
  bytes,
});

export const presentEvent = ({
  id,
  at,
  action,
  subaction,
  info,
  userName,
}: EventRecord): z.infer<typeof campaignEvent> => ({
  id,
  action,
  subaction,
  summary: summariseEvent(subaction, info),
  userName: userName ?? 'Sistema',
  createdAt: at.toISOString(),
});
