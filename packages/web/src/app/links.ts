import type { CampaignLinks } from '../features/campaigns/list/campaign-list.tsx';
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
