import type { CampaignFilters, CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { hasPermission } from '@campanero/contract/roles';

interface Viewer {
  primary: number | undefined;
}

/** The external id is the creators' own reference: only they search, filter, sort by it or read it in the list. */
export const maySeeExternalId = (viewer: Viewer) => hasPermission('campaign.create', viewer.primary);

/** Without the campaign-type permission the type is fixed to external, whatever was asked for. */
export const effectiveType = (viewer: Viewer, asked: CampaignFilters['type']) =>
  hasPermission('campaign.type', viewer.primary) ? (asked ?? 'general') : 'external';

/**
 * Parameters of the list that this viewer may not use. They are refused by name rather than ignored: with an ignored
 * filter the answer would contain rows that do not match it.
 */
export function refusedListParameters(viewer: Viewer, query: { externalId?: string; orderbytitle?: CampaignOrder }) {
  if (maySeeExternalId(viewer)) return [];
  return [
    ...(query.externalId ? ['externalId'] : []),
    ...(query.orderbytitle === 'externalId' ? ['orderbytitle'] : []),
  ];
}
