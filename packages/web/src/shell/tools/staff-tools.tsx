import { notificationLinks } from '../../app/links.ts';
import { paths } from '../../app/pages.ts';
import { CallerSearch } from '../../features/caller-search/caller-search.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { ShortcutHelp } from '../../features/shortcuts/shortcut-help.tsx';

/** The toolbar's tools for whoever works here. */
export function StaffTools({ userId }: { userId: number }) {
  return (
    <>
      <CallerSearch linkTo={paths.contact} />
      <NotificationBell key={userId} userId={userId} links={notificationLinks()} />
      <ShortcutHelp />
    </>
  );
}
