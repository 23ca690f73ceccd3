import type { Access } from '@campanero/contract/roles';
import type { Icon } from '@tabler/icons-react';
import {
  IconActivity,
  IconAdjustmentsHorizontal,
  IconApi,
  IconBolt,
  IconBroadcast,
  IconCalendarTime,
  IconChartBar,
  IconListCheck,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUsers,
  IconUserSearch,
} from '../components/icons.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { mayAccess } from '../lib/can.ts';
import type { UserInfo } from '../lib/session.ts';
import { type PageId, PAGES } from './pages.ts';

/** What every entry has, save for a divider. */
interface Named {
  id: string;
  title: string;
  /** The title in the chosen language. */
  translate: TextKey;
  icon: Icon;
}

/** A page of ours. */
export interface NavigationItem extends Named {
  type: 'item';
  url: string;
  access: Access;
  /** What its count tells of. */
  badge?: 'runningCampaigns' | 'lateCallbacks';
  /** Whoever manages has callbacks of their own only by exception: then, and only then, the entry is there. */
  managersOnlyWithCallbacks?: true;
}

/** An address outside the app, in a tab of its own where `target` says so. */
export interface NavigationLink extends Named {
  type: 'link';
  url: string;
  target?: '_blank';
  access: Access;
}

/** A group has a title and is always open; a collapse opens and closes. */
export interface NavigationBranch extends Named {
  type: 'group' | 'collapse';
  children: readonly NavigationEntry[];
}

interface NavigationDivider {
  id: string;
  type: 'divider';
}

export type NavigationLeaf = NavigationItem | NavigationLink;
export type NavigationEntry = NavigationLeaf | NavigationBranch | NavigationDivider;

export const isBranch = (entry: NavigationEntry): entry is NavigationBranch =>
  entry.type === 'group' || entry.type === 'collapse';

function item(id: PageId, translate: TextKey, icon: Icon): NavigationItem {
  const { path, title, access } = PAGES[id];
  return { id, type: 'item', title, translate, icon, url: path, access };
}

/** The whole navigation; what one may not open is left out by visibleNavigation(). */
export const navigation: readonly NavigationEntry[] = [
  { ...item('campaigns', 'navigation.campaigns', IconSpeakerphone), badge: 'runningCampaigns' },
  {
    ...item('callbacks', 'navigation.callbacks', IconCalendarTime),
    badge: 'lateCallbacks',
    managersOnlyWithCallbacks: true,
  },
  item('statistics', 'navigation.statistics', IconChartBar),
  {
    id: 'configuration',
    type: 'group',
    title: 'Configuración',
    translate: 'navigation.configuration',
    icon: IconSettings,
    children: [
      item('configGeneral', 'navigation.catalogue', IconAdjustmentsHorizontal),
      item('configActions', 'navigation.actions', IconBolt),
    ],
  },
  {
    id: 'monitor',
    type: 'group',
    title: 'Monitor',
    translate: 'navigation.monitor',
    icon: IconActivity,
    children: [
      item('monitorLive', 'navigation.monitorLive', IconBroadcast),
      item('monitorGeneral', 'navigation.monitorGeneral', IconActivity),
      item('monitorSingle', 'navigation.monitorSingle', IconUserSearch),
    ],
  },
  // Without it the next entry would read as one of the group.
  { id: 'after-monitor', type: 'divider' },
  item('audit', 'navigation.audit', IconListCheck),
  {
    id: 'admin',
    type: 'group',
    title: 'Admin',
    translate: 'navigation.admin',
    icon: IconShieldLock,
    children: [
      item('users', 'navigation.users', IconUsers),
      {
        id: 'api',
        type: 'link',
        title: 'API',
        translate: 'navigation.api',
        icon: IconApi,
        url: '/api/docs',
        target: '_blank',
        access: PAGES.users.access,
      },
    ],
  },
];

/**
 * What one may open: a group or collapse left empty disappears with its entries, and so does a divider that divides
 * nothing any more.
 */
export function visibleNavigation(
  entries: readonly NavigationEntry[],
  isShown: (leaf: NavigationLeaf) => boolean,
): NavigationEntry[] {
  const shown = entries.flatMap((entry): NavigationEntry[] => {
    if (entry.type === 'divider') return [entry];
    if (!isBranch(entry)) return isShown(entry) ? [entry] : [];
    const children = visibleNavigation(entry.children, isShown);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
  return shown.filter(({ type }, at) => {
    const before = shown[at - 1];
    return type !== 'divider' || (before !== undefined && before.type !== 'divider' && at < shown.length - 1);
  });
}

/** Every entry that leads somewhere, whatever it stands in: for searching and for shortcuts. */
export const leavesOf = (entries: readonly NavigationEntry[]): NavigationLeaf[] =>
  entries.flatMap((entry) => {
    if (entry.type === 'divider') return [];
    return isBranch(entry) ? leavesOf(entry.children) : [entry];
  });

/** Whether one of these entries leads to exactly this address. */
export const holdsPath = (entries: readonly NavigationEntry[], pathname: string): boolean =>
  leavesOf(entries).some((leaf) => leaf.type === 'item' && leaf.url === pathname);

/** The pages of the navigation that one may choose to begin with. */
export function startPagesFor(session: Pick<UserInfo, 'roles'>): NavigationItem[] {
  const isManager = mayAccess('campaign.manage', session);
  return leavesOf(navigation).filter(
    (leaf): leaf is NavigationItem =>
      leaf.type === 'item' && mayAccess(leaf.access, session) && !(leaf.managersOnlyWithCallbacks && isManager),
  );
}
