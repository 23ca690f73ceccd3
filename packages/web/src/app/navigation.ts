import type { Access } from '@campanero/contract/roles';
import type { Icon } from '@tabler/icons-react';
import {
  IconAdjustmentsHorizontal,
  IconBolt,
  IconCalendarTime,
  IconListCheck,
  IconSpeakerphone,
  IconUsers,
} from '../components/icons.ts';
import type { TextKey } from '../i18n/i18n.ts';
import { paths } from './paths.ts';

/** Entries of the navigation (spec 2, 3); only what has a page stands here. */
export interface NavigationItem {
  id: string;
  type: 'item';
  /** Spanish, for lists and searches. */
  title: string;
  /** The same in the chosen language. */
  translate: TextKey;
  icon: Icon;
  url: string;
  access: Access;
  /** Whoever manages has callbacks of their own only by exception: then, and only then, the entry is there. */
  managersOnlyWithCallbacks?: true;
}
export interface NavigationGroup {
  id: string;
  type: 'group';
  title: string;
  translate: TextKey;
  children: NavigationItem[];
}
export type NavigationEntry = NavigationItem | NavigationGroup;

export const navigation: NavigationEntry[] = [
  {
    id: 'campaigns',
    type: 'item',
    title: 'Campañas',
    translate: 'navigation.campaigns',
    icon: IconSpeakerphone,
    url: paths.campaigns,
    access: 'staff',
  },
  {
    id: 'callbacks',
    type: 'item',
    title: 'Mis rellamados',
    translate: 'navigation.callbacks',
    icon: IconCalendarTime,
    url: paths.callbacks,
    access: 'staff',
    managersOnlyWithCallbacks: true,
  },
  {
    id: 'configuration',
    type: 'group',
    title: 'Configuración',
    translate: 'navigation.configuration',
    children: [
      {
        id: 'config-general',
        type: 'item',
        title: 'Configuración',
        translate: 'navigation.catalogue',
        icon: IconAdjustmentsHorizontal,
        url: paths.configGeneral,
        access: 'config',
      },
      {
        id: 'config-actions',
        type: 'item',
        title: 'Acciones',
        translate: 'navigation.actions',
        icon: IconBolt,
        url: paths.configActions,
        access: 'config',
      },
    ],
  },
  {
    id: 'audit',
    type: 'item',
    title: 'Auditoría',
    translate: 'navigation.audit',
    icon: IconListCheck,
    url: paths.audit,
    access: 'staff',
  },
  {
    id: 'admin',
    type: 'group',
    title: 'Admin',
    translate: 'navigation.admin',
    children: [
      {
        id: 'users',
        type: 'item',
        title: 'Usuarios',
        translate: 'navigation.users',
        icon: IconUsers,
        url: paths.users,
        access: 'users',
      },
    ],
  },
];

/** What one may open; a group left empty disappears with its entries (shell 5). */
export function visibleNavigation(
  entries: readonly NavigationEntry[],
  isShown: (item: NavigationItem) => boolean,
): NavigationEntry[] {
  return entries.flatMap((entry): NavigationEntry[] => {
    if (entry.type === 'item') return isShown(entry) ? [entry] : [];
    const children = entry.children.filter(isShown);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
