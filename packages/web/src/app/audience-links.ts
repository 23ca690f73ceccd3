import { pageExists, paths } from './pages.ts';

/** Where the audience page leads, of the pages that exist today (decisions 10). */
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
