import type { Access } from '@campanero/contract/roles';
import type { Icon } from '@tabler/icons-react';
import { IconApi } from '../components/icons.ts';
import { mayAccess } from '../lib/can.ts';
import type { UserInfo } from '../lib/session.ts';
import { MENU_GROUPS, type MenuEntry, type MenuGroup, PAGE_IDS, PAGES } from './pages.ts';

interface Named {
  id: string;
  /** In Spanish; i18n/translations.ts has the other languages. */
  title: string;
  icon: Icon;
}

type Addressed = Named & { url: string; access: Access };
export type NavigationItem = Addressed & { type: 'item' } & Omit<MenuEntry, 'part' | 'icon'>;
type NavigationLink = Addressed & { type: 'link'; target?: '_blank' };

/** A group has a title and is always open; a collapse opens and closes. */
export type NavigationBranch = Named & { type: 'group' | 'collapse'; children: readonly NavigationEntry[] };

export type NavigationLeaf = NavigationItem | NavigationLink;
export type NavigationEntry = NavigationLeaf | NavigationBranch | { id: string; type: 'divider' };

export const isBranch = (entry: NavigationEntry): entry is NavigationBranch =>
  entry.type === 'group' || entry.type === 'collapse';

const itemsOf = (part: MenuEntry['part']): NavigationItem[] =>
  PAGE_IDS.flatMap((id) => {
    const { path, title, access, menu } = PAGES[id];
    return menu?.part === part ? [{ ...menu, id, type: 'item', title, url: path, access }] : [];
  });

const group = (id: MenuGroup, ...links: NavigationLink[]): NavigationBranch => ({
  ...MENU_GROUPS[id],
  id,
  type: 'group',
  children: [...itemsOf(id), ...links],
});

export const navigation: readonly NavigationEntry[] = [
  ...itemsOf('main'),
  group('configuration'),
  group('monitor'),
  // Separates the next entry from the group.
  { id: 'after-monitor', type: 'divider' },
  ...itemsOf('records'),
  group('admin', {
    id: 'api',
    type: 'link',
    title: 'API',
    icon: IconApi,
    url: '/api/docs',
    target: '_blank',
    access: PAGES.users.access,
  }),
];

/** Keeps the shown links, the branches that contain one, and the dividers between two entries. */
type IsShown = (leaf: NavigationLeaf) => boolean;
export function visibleNavigation(entries: readonly NavigationEntry[], isShown: IsShown): NavigationEntry[] {
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

export const leavesOf = (entries: readonly NavigationEntry[]): NavigationLeaf[] =>
  entries.flatMap((entry) => {
    if (entry.type === 'divider') return [];
    return isBranch(entry) ? leavesOf(entry.children) : [entry];
  });

export const holdsPath = (entries: readonly NavigationEntry[], pathname: string): boolean =>
  leavesOf(entries).some((leaf) => leaf.type === 'item' && leaf.url === pathname);

export function startPagesFor(session: Pick<UserInfo, 'roles'>): NavigationItem[] {
  const isManager = mayAccess('campaign.manage', session);
  return leavesOf(navigation).filter(
    (leaf): leaf is NavigationItem =>
      leaf.type === 'item' && mayAccess(leaf.access, session) && !(leaf.managersOnlyWithCallbacks && isManager),
  );
}
