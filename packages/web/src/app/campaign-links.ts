import type { CampaignLinks } from '../features/campaigns/row-actions.ts';
import { pageExists, paths } from './pages.ts';

/** A link to each of a campaign's pages that exists today; the others appear with their page (decisions 10). */
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
