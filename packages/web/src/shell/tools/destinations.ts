import { SUGGESTIONS_MAX } from '@campanero/contract/limits';
import type { Icon } from '@tabler/icons-react';
import { leavesOf, navigation } from '../../app/navigation.ts';
import { type PageId, PAGES } from '../../app/pages.ts';
import {
  IconKey,
  IconListCheck,
  IconMail,
  IconPlus,
  IconShieldLock,
  IconUpload,
  IconUserCircle,
} from '../../components/icons.ts';
import { type TextKey, useText, useTitle } from '../../i18n/i18n.ts';
import { bestMatches } from '../../lib/text/best-match.ts';
import { mayAccess } from '../../lib/can.ts';
import { mustFixProfile, useSessionCheck } from '../../lib/session-api.ts';
import { type UserInfo, useSession } from '../../lib/session.ts';

export interface Destination {
  id: string;
  title: string;
  /** Shown after the title if that does not match: a page's Spanish title, a campaign's number, a user's mail. */
  spanish: string;
  /** Absent for pages. */
  group?: string;
  icon: Icon;
  url: string;
  target?: '_blank';
}

/** Pages without an entry in the navigation. */
const BESIDE_THE_NAVIGATION = [
  { page: 'mail', translate: 'shell.inbox', icon: IconMail },
  { page: 'profile', translate: 'shell.profile', icon: IconUserCircle },
  { page: 'campaignCreate', translate: 'tools.campaignCreate', icon: IconPlus },
  { page: 'surveyCreate', translate: 'tools.surveyCreate', icon: IconPlus },
  { page: 'userCreate', translate: 'tools.userCreate', icon: IconPlus },
  { page: 'dataRequests', translate: 'tools.dataRequests', icon: IconListCheck },
  { page: 'userImport', translate: 'tools.userImport', icon: IconUpload },
  { page: 'serviceAccounts', translate: 'tools.serviceAccounts', icon: IconKey },
  { page: 'userDirectory', translate: 'tools.userDirectory', icon: IconShieldLock },
] as const satisfies readonly { page: PageId; translate: TextKey; icon: Icon }[];

const ALL = [
  ...leavesOf(navigation).map((leaf) => ({ ...leaf, translate: undefined })),
  ...BESIDE_THE_NAVIGATION.map(({ page, translate, icon }) => {
    const { path, title, access } = PAGES[page];
    return { id: page, type: 'item', title, translate, icon, url: path, access } as const;
  }),
];

export const placesFor = (session: Pick<UserInfo, 'roles'> | null) =>
  ALL.filter(({ access }) => mayAccess(access, session));

/** With an incomplete profile only that page. */
export function useDestinations(): Destination[] {
  const text = useText();
  const titleOf = useTitle();
  const session = useSession();
  const isHeld = mustFixProfile(useSessionCheck().data);
  return placesFor(session)
    .filter(({ id }) => !isHeld || id === 'profile')
    .map((place) => ({
      id: place.id,
      title: place.translate ? text(place.translate) : titleOf(place.title),
      spanish: place.title,
      icon: place.icon,
      url: place.url,
      ...(place.type === 'link' && place.target && { target: place.target }),
    }));
}

/** Matches in the chosen language, then in Spanish. */
export function findDestinations(all: readonly Destination[], typed: string): Destination[] {
  if (typed.trim() === '') return [];
  const found = bestMatches(all, typed, ({ title }) => title);
  const foundInSpanish = bestMatches(all, typed, ({ spanish }) => spanish);
  return [...new Set([...found, ...foundInSpanish])].slice(0, SUGGESTIONS_MAX);
}
