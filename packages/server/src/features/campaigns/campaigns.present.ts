import type { CampaignListRow, CampaignRow } from '@campanero/contract/campaigns/schemas';
import type { CampaignDetail, campaignEvent, Script } from '@campanero/contract/campaigns/detail-schemas';
import type { z } from 'zod';
import type { Viewer } from '../../call-store/reach.ts';
import { AppError } from '../../work/app-error.ts';
import { maySeeExternalId } from './campaigns.policy.ts';
import type { CampaignRecord } from './campaigns.queries.ts';
import type { ListedCampaign } from './view/list-campaigns.ts';
import type { EventRecord, ScriptRecord } from './view/campaign-detail.queries.ts';
import { summariseEvent } from './view/event-summary.ts';
import type { CampaignView } from './view/view-campaign.ts';

export const presentListed = (campaign: ListedCampaign, viewer: Viewer): CampaignListRow => ({
  ...presentCampaign(campaign, viewer),
  openForCalls: campaign.openForCalls,
  own: campaign.own,
  closed: campaign.closed,
});

/** The fields of a campaign in every response. The API has objective and coordinator twice, nested and flat. */
const presentCampaign = (campaign: Omit<CampaignRecord, 'openForCalls' | 'rules'>, viewer: Viewer): CampaignRow => ({
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

export function presentDetail(
  { campaign, operators, scripts, states, load, holidays }: CampaignView,
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
    retryOtherHours: campaign.retryOtherHours,
    obeysLists: campaign.obeysLists,
    exemptReason: campaign.exemptReason,
    callingRules: campaign.callingRules,
    calling: { rules: campaign.rules, holidays: holidays.map(([day, name]) => ({ day, name })) },
    kept: {
      months: campaign.keptMonths,
      until: campaign.keptUntil?.toISOString() ?? null,
      anonymisedAt: campaign.anonymisedAt?.toISOString() ?? null,
    },
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
  // A check constraint allows only these values.
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

const scriptLink = (campaignId: number, scriptId: number) => `/api/campaign/${campaignId}/script/${scriptId}`;

/** The script ids of comma-separated links; refuses links of other campaigns. */
export function scriptIdsOf(campaignId: number, links: string): Set<number> {
  const given = links
    .split(',')
    .map((link) => link.trim())
    .filter(Boolean);
  const ids = given.map((link) => {
    const id = Number(/\/script\/(\d{1,10})$/.exec(link)?.[1]);
    if (link !== scriptLink(campaignId, id))
      throw new AppError('VALIDATION', { fields: [{ field: 'links', message: 'No es un guion de esta campaña.' }] });
    return id;
  });
  return new Set(ids);
}
