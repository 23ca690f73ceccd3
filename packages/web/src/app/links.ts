import type { CampaignLinks } from '../features/campaigns/list/row-menu.tsx';
import type { MailLinks } from '../features/mail/mail-message.tsx';
import type { NotificationLinks } from '../features/notifications/api.ts';
import type { UserLinks } from '../features/users/texts.ts';
import { pageExists, paths } from './pages.ts';

/** A link to each of a campaign's pages that exists today; the others appear with their page. */
export function campaignLinks(exists: (path: string) => boolean = pageExists): CampaignLinks {
  const existing = <T>(path: string, link: T): T | undefined => (exists(path) ? link : undefined);
  const ofOne = (link: (id: number | ':id') => string) => existing(link(1), link);
  return {
    create: existing(paths.campaignCreate, paths.campaignCreate),
    audience: ofOne(paths.campaignDetail),
    view: ofOne(paths.campaign),
    statistics: ofOne(paths.campaignStatistics),
    edit: ofOne(paths.campaignEdit),
    clone: existing(paths.campaignCreate, paths.campaignClone),
  };
}

/** Links of the audience page to other pages, as far as they exist today. */
export interface AudienceLinks {
  assign?: (campaignId: number) => string;
  contact?: (campaignId: number, callId: number, phone: string) => string;
  view?: (campaignId: number) => string;
  statistics?: (campaignId: number) => string;
}

const SOME_PHONE = '1155502847';

export function audienceLinks(exists: (path: string) => boolean = pageExists): AudienceLinks {
  return {
    ...(exists(paths.campaignAssign(1)) && { assign: paths.campaignAssign }),
    ...(exists(paths.contact(1, 1, SOME_PHONE)) && { contact: paths.contact }),
    ...(exists(paths.campaign(1)) && { view: paths.campaign }),
    ...(exists(paths.campaignStatistics(1)) && { statistics: paths.campaignStatistics }),
  };
}

/** The pages a notification may lead to, of those that exist. */
export const notificationLinks = (exists: (path: string) => boolean = pageExists): NotificationLinks => ({
  campaign: exists(paths.campaignDetail(1)) ? paths.campaignDetail : undefined,
  contact: exists(paths.contact(1, 1, '1')) ? paths.contact : undefined,
  audit: exists(paths.audit)
    ? (userId) => (userId === undefined ? paths.audit : `${paths.audit}?userId=${userId}`)
    : undefined,
  export: exists(paths.export('1')) ? paths.export : undefined,
});

/** Where a message may lead, of the pages that exist. */
export const mailLinks = (exists: (path: string) => boolean = pageExists): MailLinks => ({
  pageExists: exists,
  export: exists(paths.export('1')) ? paths.export : undefined,
});

export const userLinks: UserLinks = {
  list: paths.users,
  create: paths.userCreate,
  view: paths.user,
  edit: paths.userEdit,
};
