import type { CampaignFilters, CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { hasPermission } from '@campanero/contract/roles';

type Viewer = { primary: number | undefined };

/** Only users who create campaigns may read the external id or search, filter and sort by it. */
export const maySeeExternalId = (viewer: Viewer) => hasPermission('campaign.create', viewer.primary);

/** Without the campaign-type permission the type is always external. */
export const effectiveType = (viewer: Viewer, asked: CampaignFilters['type']) =>
  hasPermission('campaign.type', viewer.primary) ? (asked ?? 'general') : 'external';

/** List parameters that this viewer may not use. Refused rather than ignored, because the result would not match the filter. */
export function refusedListParameters(viewer: Viewer, query: { externalId?: string; orderbytitle?: CampaignOrder }) {
  if (maySeeExternalId(viewer)) return [];
  return [
    ...(query.externalId ? ['externalId'] : []),
    ...(query.orderbytitle === 'externalId' ? ['orderbytitle'] : []),
  ];
}
