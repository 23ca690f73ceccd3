import type { NotificationLinks } from '../features/notifications/links.ts';
import { pageExists, paths } from './pages.ts';

/** The pages a notification may lead to, of those that exist (decisions 10). */
export const notificationLinks = (exists: (path: string) => boolean = pageExists): NotificationLinks => ({
  campaign: exists(paths.campaignDetail(1)) ? paths.campaignDetail : undefined,
  contact: exists(paths.contact(1, 1, '1')) ? paths.contact : undefined,
  audit: exists(paths.audit) ? (userId) => `${paths.audit}?userId=${userId}` : undefined,
  export: exists(paths.export('1')) ? paths.export : undefined,
});
