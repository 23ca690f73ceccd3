import type { CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import type { Viewer } from '../../call-store/reach.ts';
import { AppError } from '../../work/app-error.ts';
import { maySeeExternalId } from './campaigns.policy.ts';
import type { CampaignRecord } from './campaigns.queries.ts';
import type { ListedCampaign } from './view/list-campaigns.ts';
import type { EventRecord, ScriptRecord } from './view/campaign-detail.queries.ts';
import { summariseEvent } from './view/event-summary.ts';
import type { CampaignView } from './view/view-campaign.ts';

export const presentListed = (campaign: ListedCampaign, viewer: Viewer) => ({
  ...campaign,
  ...presentCampaign(campaign, viewer),
});

/** What differs from the stored campaign. The API has objective and coordinator twice, nested and flat. */
const presentCampaign = (campaign: Omit<CampaignRecord, 'openForCalls' | 'rules'>, viewer: Viewer) => ({
  externalId: maySeeExternalId(viewer) ? campaign.externalId : null,
  objective: { id: campaign.objectiveId, name: campaign.objectiveName },
  coordinator: { id: campaign.coordinatedBy, name: campaign.coordinatorName },
  external: campaign.external ? (1 as const) : (0 as const),
});

export const presentDetail = (
  { campaign, operators, scripts, states, load, holidays }: CampaignView,
  viewer: Viewer,
) => ({
  ...campaign,
  ...presentCampaign(campaign, viewer),
  operators,
  validOperators: operators.filter(({ isValid }) => isValid),
  calling: { rules: campaign.rules, holidays: holidays.map(([day, name]) => ({ day, name })) },
  kept: { months: campaign.keptMonths, until: campaign.keptUntil, anonymisedAt: campaign.anonymisedAt },
  scripts: scripts.map(presentScript),
  states,
  audienceName: load?.name ?? null,
  audienceType: (load?.source as CampaignDetail['audienceType'] | undefined) ?? null,
  audienceId: load?.source === 'dashboard' ? load.sourceId : null,
  formRegistrationId: load?.source === 'form' ? load.sourceId : null,
});

export const presentScript = (script: ScriptRecord) => ({
  ...script,
  link: scriptLink(script.campaignId, script.id),
  // A check constraint allows only these values.
  contentType: script.contentType as Script['contentType'],
});

export const presentEvent = (event: EventRecord) => ({
  ...event,
  summary: summariseEvent(event.subaction, event.info),
  userName: event.userName ?? 'Sistema',
  createdAt: event.at,
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
