import type { CampaignLinks } from '../features/campaigns/list/campaign-list.tsx';
import type { NotificationLinks } from '../features/notifications/api.ts';
import { paths } from './pages.ts';

/** Features do not know the addresses: a page hands them the links they show. */
export const campaignLinks: CampaignLinks = {
  audience: paths.campaignDetail,
  view: paths.campaign,
  statistics: paths.campaignStatistics,
  edit: paths.campaignEdit,
  clone: paths.campaignClone,
};

export const contactLink = (call: { campaignId: number; callId: number; number: string }) =>
  paths.contact(call.campaignId, call.callId, call.number);

export const notificationLinks: NotificationLinks = {
  campaign: paths.campaignDetail,
  contact: paths.contact,
  audit: paths.audit,
  auditOf: paths.auditOf,
  export: paths.export,
  dataRequests: paths.dataRequests,
  loadReport: paths.campaignAssign,
  segment: paths.campaignSegment,
};
