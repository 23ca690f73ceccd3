import { SUGGESTIONS_MAX } from '@campanero/contract/limits';
import type { Icon } from '@tabler/icons-react';
import { leavesOf, navigation } from '../../app/navigation.ts';
import { PAGES } from '../../app/pages.ts';
import { IconMail, IconUserCircle } from '../../components/icons.ts';
import { useText } from '../../i18n/i18n.ts';
import { bestMatches } from '../../lib/best-match.ts';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';

/** A place that the search and the shortcuts lead to. */
export interface Destination {
  id: string;
  /** In the chosen language. */
  title: string;
  /** As the page itself is called. */
  spanish: string;
  icon: Icon;
  url: string;
}

/** What the user menu leads to; the navigation does not have them. */
const OF_USER_MENU = [
  { ...PAGES.mail, id: 'mail', url: PAGES.mail.path, translate: 'shell.inbox', icon: IconMail },
  { ...PAGES.profile, id: 'profile', url: PAGES.profile.path, translate: 'shell.profile', icon: IconUserCircle },
] as const;

/** Every place that the person may open. */
export function useDestinations(): Destination[] {
  const text = useText();
  const session = useSession();
  const entries = leavesOf(navigation).filter(({ type }) => type === 'item');
  return [...entries, ...OF_USER_MENU]
    .filter(({ access }) => mayAccess(access, session))
    .map(({ id, title, translate, icon, url }) => ({ id, title: text(translate), spanish: title, icon, url }));
}

/** Those whose title holds what was typed, without case and accents, the best first; Spanish is understood in every language. */
export function findDestinations(all: readonly Destination[], typed: string): Destination[] {
  if (typed.trim() === '') return [];
  const byTitle = bestMatches(
    all.map((destination) => ({ ...destination, name: destination.title })),
    typed,
  );
  const bySpanish = bestMatches(
    all.map((destination) => ({ ...destination, name: destination.spanish })),
    typed,
  );
  const known = new Set(byTitle.map(({ id }) => id));
  return [...byTitle, ...bySpanish.filter(({ id }) => !known.has(id))].slice(0, SUGGESTIONS_MAX);
}
