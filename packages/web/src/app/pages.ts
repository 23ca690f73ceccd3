import type { Access } from '@campanero/contract/roles';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import {
  IconActivity,
  IconAdjustmentsHorizontal,
  IconBan,
  IconBolt,
  IconBroadcast,
  IconCalendarTime,
  IconChartBar,
  IconClock,
  IconFingerprint,
  IconFlag,
  IconHistory,
  IconListCheck,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUsers,
  IconUserSearch,
} from '../components/icons.ts';

/** Every address of the web app. */
export const paths = {
  home: '/',
  signIn: '/signin',
  recover: '/recover',
  reset: '/reset/:id',
  notFound: '/404',
  loading: '/loading',
  campaigns: '/campaigns',
  campaignCreate: '/campaigns/create',
  campaignTemplate: (id: string) => `/campaigns/create?template=${id}`,
  firstDay: '/first-day',
  campaignClone: (id: number) => `/campaigns/create?from=${id}`,
  campaign: (id: number | ':id') => `/campaign/${id}`,
  campaignEdit: (id: number | ':id') => `/campaign/edit/${id}`,
  campaignDetail: (id: number | ':id') => `/campaign/detail/${id}`,
  campaignAssign: (id: number | ':id') => `/campaign/detail/${id}/assign`,
  contact: (campaignId: number | ':campaignId', callId: number | ':callId', phone: string) =>
    `/campaign/detail/${campaignId}/contact/${callId}/${phone}`,
  campaignStatistics: (id: number | ':id') => `/campaign/stats/${id}`,
  callbacks: '/callbacks',
  statistics: '/statistics',
  export: (id: string) => `/export/${id}`,
  users: '/users',
  userCreate: '/users/create',
  userImport: '/users/import',
  user: (id: number | ':id') => `/user/${id}`,
  userEdit: (id: number | ':id') => `/user/edit/${id}`,
  callingRules: '/calling-rules',
  blockLists: '/block-lists',
  personalData: '/personal-data',
  personalDataPerson: (id: number | ':id') => `/personal-data/person/${id}`,
  dataRequests: '/personal-data/requests',
  dataRequest: (id: number | ':id') => `/personal-data/requests/${id}`,
  retention: '/retention',
  status: '/admin/status',
  audit: '/audit',
  auditOf: (userId: number) => `/audit?userId=${userId}`,
  configGeneral: '/config/general',
  configCreate: '/config/general/create',
  configEdit: '/config/general/edit',
  configActions: '/config/actions',
  monitorLive: '/monitor/live',
  monitorGeneral: '/monitor/general',
  monitorSingle: '/monitor/single',
  profile: '/pages/profile',
  mail: '/apps/mail',
} as const;

export type AddressedThing = 'campaign' | 'user' | 'person' | 'request';

interface Page {
  path: string;
  title: string;
  /** Other users are redirected. */
  access: Access;
  /** The subject of the id in the address. */
  of?: AddressedThing;
  parent?: string;
  /** Its entry in the navbar, in the order of this table. */
  menu?: MenuEntry;
  /** In a narrow window the navbar is a rail of icons on this page. */
  foldsNavbar?: true;
  /** Its component, one chunk per page; the campaign list is in the main bundle (app/router.tsx). */
  code?: () => Promise<ComponentType>;
}

/** The groups of the navbar; the parts `main` and `records` have no title. */
export const MENU_GROUPS = {
  configuration: { title: 'Configuración', icon: IconSettings },
  monitor: { title: 'Monitor', icon: IconActivity },
  admin: { title: 'Admin', icon: IconShieldLock },
} as const;
export type MenuGroup = keyof typeof MENU_GROUPS;

export interface MenuEntry {
  part: MenuGroup | 'main' | 'records';
  icon: Icon;
  /** The count beside the entry. */
  badge?: 'runningCampaigns' | 'lateCallbacks';
  /** For managers the entry is shown only if they have callbacks. */
  managersOnlyWithCallbacks?: true;
}

/** Keeps the names as literal types. */
const declare = <Id extends string>(pages: Record<Id, Page>) => pages;

const OF_CAMPAIGN = { of: 'campaign', parent: paths.campaigns } as const;

/**
 * The pages behind the sign-in: router, guards, titles, breadcrumbs, navbar, search and shortcuts read this table. Help and
 * translations are found by a page's name and title.
 */
export const PAGES = declare({
  campaigns: {
    path: paths.campaigns,
    title: 'Campañas',
    access: 'staff',
    menu: { part: 'main', icon: IconSpeakerphone, badge: 'runningCampaigns' },
  },
  campaignCreate: {
    path: paths.campaignCreate,
    title: 'Crear campaña',
    access: 'campaign.create',
    parent: paths.campaigns,
    code: () => import('./routes/campaign/create/create.tsx').then((module) => module.CampaignCreatePage),
  },
  campaignEdit: {
    path: paths.campaignEdit(':id'),
    title: 'Editar campaña',
    access: 'campaign.create',
    ...OF_CAMPAIGN,
    code: () => import('./routes/campaign/edit/edit.tsx').then((module) => module.CampaignEditPage),
  },
  campaign: {
    path: paths.campaign(':id'),
    title: 'Campaña',
    access: 'staff',
    ...OF_CAMPAIGN,
    code: () => import('./routes/campaign/view/view.tsx').then((module) => module.CampaignPage),
  },
  campaignDetail: {
    path: paths.campaignDetail(':id'),
    title: 'Audiencia',
    access: 'staff',
    ...OF_CAMPAIGN,
    code: () => import('./routes/campaign/audience/detail.tsx').then((module) => module.AudiencePage),
  },
  campaignAssign: {
    path: paths.campaignAssign(':id'),
    title: 'Asignar audiencia',
    access: 'audience.load',
    ...OF_CAMPAIGN,
    code: () => import('./routes/campaign/assign/assign.tsx').then((module) => module.CampaignAssignPage),
  },
  campaignStatistics: {
    path: paths.campaignStatistics(':id'),
    title: 'Estadísticas',
    access: 'staff',
    ...OF_CAMPAIGN,
    code: () => import('./routes/campaign/statistics/statistics.tsx').then((module) => module.CampaignStatisticsPage),
  },
  contact: {
    path: paths.contact(':campaignId', ':callId', ':phone'),
    title: 'Contacto',
    access: 'staff',
    ...OF_CAMPAIGN,
    foldsNavbar: true,
    code: () => import('./routes/campaign/contact.tsx').then((module) => module.ContactPage),
  },
  callbacks: {
    path: paths.callbacks,
    title: 'Mis rellamados',
    access: 'staff',
    menu: { part: 'main', icon: IconCalendarTime, badge: 'lateCallbacks', managersOnlyWithCallbacks: true },
    code: () => import('./routes/callbacks.tsx').then((module) => module.CallbacksPage),
  },
  export: {
    path: paths.export(':id'),
    title: 'Exportación',
    access: 'staff',
    code: () => import('./routes/export.tsx').then((module) => module.ExportPage),
  },
  statistics: {
    path: paths.statistics,
    title: 'Estadísticas',
    access: 'statistics',
    menu: { part: 'main', icon: IconChartBar },
    code: () => import('./routes/statistics.tsx').then((module) => module.StatisticsPage),
  },
  users: {
    path: paths.users,
    title: 'Usuarios',
    access: 'users',
    menu: { part: 'admin', icon: IconUsers },
    code: () => import('./routes/users/users.tsx').then((module) => module.UsersPage),
  },
  firstDay: {
    path: paths.firstDay,
    title: 'Primeros pasos',
    access: 'users',
    menu: { part: 'admin', icon: IconFlag },
    code: () => import('./routes/first-day.tsx').then((module) => module.FirstDayPage),
  },
  userCreate: {
    path: paths.userCreate,
    title: 'Crear Usuario',
    access: 'users',
    parent: paths.users,
    code: () => import('./routes/users/user.tsx').then((module) => module.UserCreatePage),
  },
  userImport: {
    path: paths.userImport,
    title: 'Importar usuarios',
    access: 'users',
    parent: paths.users,
    code: () => import('./routes/users/import.tsx').then((module) => module.UserImportPage),
  },
  user: {
    path: paths.user(':id'),
    title: 'Detalle de usuario',
    access: 'users',
    of: 'user',
    parent: paths.users,
    code: () => import('./routes/users/user.tsx').then((module) => module.UserPage),
  },
  userEdit: {
    path: paths.userEdit(':id'),
    title: 'Editar usuario',
    access: 'users',
    of: 'user',
    parent: paths.users,
    code: () => import('./routes/users/user.tsx').then((module) => module.UserEditPage),
  },
  callingRules: {
    path: paths.callingRules,
    title: 'Reglas de llamado',
    access: 'calling-rules',
    menu: { part: 'admin', icon: IconClock },
    code: () => import('./routes/calling-rules.tsx').then((module) => module.CallingRulesPage),
  },
  blockLists: {
    path: paths.blockLists,
    title: 'Listas de bloqueo',
    access: 'block-lists',
    menu: { part: 'admin', icon: IconBan },
    code: () => import('./routes/block-lists.tsx').then((module) => module.BlockListsPage),
  },
  personalData: {
    path: paths.personalData,
    title: 'Datos personales',
    access: 'personal-data',
    menu: { part: 'admin', icon: IconFingerprint },
    code: () => import('./routes/personal-data/find.tsx').then((module) => module.PersonalDataPage),
  },
  personalDataPerson: {
    path: paths.personalDataPerson(':id'),
    title: 'Datos de una persona',
    access: 'personal-data',
    of: 'person',
    parent: paths.personalData,
    code: () => import('./routes/personal-data/person.tsx').then((module) => module.PersonalDataPersonPage),
  },
  dataRequests: {
    path: paths.dataRequests,
    title: 'Pedidos de datos',
    access: 'personal-data',
    parent: paths.personalData,
    code: () => import('./routes/personal-data/requests.tsx').then((module) => module.DataRequestsPage),
  },
  dataRequest: {
    path: paths.dataRequest(':id'),
    title: 'Pedido de datos',
    access: 'personal-data',
    of: 'request',
    parent: paths.dataRequests,
    code: () => import('./routes/personal-data/request.tsx').then((module) => module.DataRequestPage),
  },
  retention: {
    path: paths.retention,
    title: 'Conservación de datos',
    access: 'retention',
    menu: { part: 'admin', icon: IconHistory },
    code: () => import('./routes/retention.tsx').then((module) => module.RetentionPage),
  },
  status: {
    path: paths.status,
    title: 'Estado del sistema',
    access: 'status',
    menu: { part: 'admin', icon: IconServer },
    code: () => import('./routes/status.tsx').then((module) => module.StatusPage),
  },
  audit: {
    path: paths.audit,
    title: 'Auditoría',
    access: 'staff',
    menu: { part: 'records', icon: IconListCheck },
    code: () => import('./routes/audit.tsx').then((module) => module.AuditPage),
  },
  configGeneral: {
    path: paths.configGeneral,
    title: 'Configuración',
    access: 'config',
    menu: { part: 'configuration', icon: IconAdjustmentsHorizontal },
    code: () => import('./routes/config/general.tsx').then((module) => module.ConfigGeneralPage),
  },
  configCreate: {
    path: paths.configCreate,
    title: 'Crear',
    access: 'config',
    parent: paths.configGeneral,
    code: () => import('./routes/config/editor.tsx').then((module) => module.ConfigCreatePage),
  },
  configEdit: {
    path: paths.configEdit,
    title: 'Editar',
    access: 'config',
    parent: paths.configGeneral,
    code: () => import('./routes/config/editor.tsx').then((module) => module.ConfigEditPage),
  },
  configActions: {
    path: paths.configActions,
    title: 'Acciones',
    access: 'config',
    menu: { part: 'configuration', icon: IconBolt },
    code: () => import('./routes/config/editor.tsx').then((module) => module.ConfigActionsPage),
  },
  monitorLive: {
    path: paths.monitorLive,
    title: 'En vivo',
    access: 'monitor',
    menu: { part: 'monitor', icon: IconBroadcast },
    code: () => import('./routes/monitor/live.tsx').then((module) => module.MonitorLivePage),
  },
  monitorGeneral: {
    path: paths.monitorGeneral,
    title: 'Monitoreo',
    access: 'monitor',
    menu: { part: 'monitor', icon: IconActivity },
    code: () => import('./routes/monitor/general.tsx').then((module) => module.MonitorGeneralPage),
  },
  monitorSingle: {
    path: paths.monitorSingle,
    title: 'Individual',
    access: 'monitor',
    menu: { part: 'monitor', icon: IconUserSearch },
    code: () => import('./routes/monitor/single.tsx').then((module) => module.MonitorSinglePage),
  },
  profile: {
    path: paths.profile,
    title: 'Mi perfil',
    access: 'session',
    code: () => import('./routes/profile.tsx').then((module) => module.ProfilePage),
  },
  mail: {
    path: paths.mail,
    title: 'Inbox',
    access: 'staff',
    code: () => import('./routes/mail.tsx').then((module) => module.MailPage),
  },
});
export type PageId = keyof typeof PAGES;

export const PAGE_IDS = Object.keys(PAGES) as PageId[];

/** The page at an address. */
export const pageIdOf = (pathname: string): PageId | undefined =>
  PAGE_IDS.find((id) => matchPath(PAGES[id].path, pathname) !== null);

export function findPage(pathname: string): Page | undefined {
  const id = pageIdOf(pathname);
  return id && PAGES[id];
}

export const pageExists = (pathname: string): boolean => findPage(pathname) !== undefined;

/** From the section down to the page itself. */
export function trailOf(pathname: string): Page[] {
  const trail: Page[] = [];
  for (let page = findPage(pathname); page; page = page.parent ? findPage(page.parent) : undefined) trail.unshift(page);
  return trail;
}

/** The breadcrumb before the section; only the monitor pages need one. */
export const trailGroupOf = ({ menu }: Page): string | undefined =>
  menu?.part === 'monitor' ? MENU_GROUPS.monitor.title : undefined;
