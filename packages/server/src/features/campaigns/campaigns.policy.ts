import type { CampaignFilters, CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { type Caller, may } from '@campanero/contract/roles';

/** Only users who create campaigns may read the external id or search, filter and sort by it. */
export const maySeeExternalId = (viewer: Caller) => may(viewer, 'campaign.create');

/** Without the campaign-type permission the type is always external. */
export const effectiveType = (viewer: Caller, asked: CampaignFilters['type']) =>
  may(viewer, 'campaign.type') ? (asked ?? 'general') : 'external';

/** List parameters that this viewer may not use. Refused rather than ignored, because the result would not match the filter. */
export function refusedListParameters(viewer: Caller, query: { externalId?: string; orderbytitle?: CampaignOrder }) {
  if (maySeeExternalId(viewer)) return [];
  return [
    ...(query.externalId ? ['externalId'] : []),
    ...(query.orderbytitle === 'externalId' ? ['orderbytitle'] : []),
  ];
}
