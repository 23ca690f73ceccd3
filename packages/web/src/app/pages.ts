import type { Access } from '@campanero/contract/roles';
import { matchPath } from 'react-router';

/** Every address of the web app that code refers to. Which of them have a page today: PAGES. */
export const paths = {
  home: '/',
  signIn: '/signin',
  recover: '/recover',
  reset: '/reset/:id',
  notFound: '/404',
  loading: '/loading',
  campaigns: '/campaigns',
  campaignCreate: '/campaigns/create',
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
  user: (id: number | ':id') => `/user/${id}`,
  userEdit: (id: number | ':id') => `/user/edit/${id}`,
  audit: '/audit',
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

export interface Page {
  path: string;
  /** The document's title and the last breadcrumb. */
  title: string;
  /** Who may open it; the others are led to a page of theirs. */
  access: Access;
  /** What the id in the address is of. */
  of?: 'campaign' | 'user';
  /** The page one level up, for the breadcrumbs. */
  parent?: string;
  /** The group of the navigation it stands in, for the breadcrumbs. */
  group?: string;
  /** In a narrow window the navbar is a rail of icons here, to give the page its room; on other pages it stays as it is. */
  foldsNavbar?: true;
}

/**
 * The pages behind the sign-in that exist. Router, navigation, menus and buttons ask this table, so an entry appears
 * with the page it leads to and nothing leads to /404.
 */
export const PAGES = {
  campaigns: { path: paths.campaigns, title: 'Campañas', access: 'staff' },
  campaignCreate: {
    path: paths.campaignCreate,
    title: 'Crear campaña',
    access: 'campaign.create',
    parent: paths.campaigns,
  },
  campaignEdit: {
    path: paths.campaignEdit(':id'),
    title: 'Editar campaña',
    access: 'campaign.create',
    of: 'campaign',
    parent: paths.campaigns,
  },
  campaign: { path: paths.campaign(':id'), title: 'Campaña', access: 'staff', of: 'campaign', parent: paths.campaigns },
  campaignDetail: {
    path: paths.campaignDetail(':id'),
    title: 'Audiencia',
    access: 'staff',
    of: 'campaign',
    parent: paths.campaigns,
  },
  campaignAssign: {
    path: paths.campaignAssign(':id'),
    title: 'Asignar audiencia',
    access: 'audience.load',
    of: 'campaign',
    parent: paths.campaigns,
  },
  campaignStatistics: {
    path: paths.campaignStatistics(':id'),
    title: 'Estadísticas',
    access: 'staff',
    of: 'campaign',
    parent: paths.campaigns,
  },
  contact: {
    path: paths.contact(':campaignId', ':callId', ':phone'),
    title: 'Contacto',
    access: 'staff',
    of: 'campaign',
    parent: paths.campaigns,
    foldsNavbar: true,
  },
  callbacks: { path: paths.callbacks, title: 'Mis rellamados', access: 'staff' },
  export: { path: paths.export(':id'), title: 'Exportación', access: 'staff' },
  statistics: { path: paths.statistics, title: 'Estadísticas', access: 'statistics' },
  users: { path: paths.users, title: 'Usuarios', access: 'users' },
  userCreate: { path: paths.userCreate, title: 'Crear Usuario', access: 'users', parent: paths.users },
  user: { path: paths.user(':id'), title: 'Detalle de usuario', access: 'users', of: 'user', parent: paths.users },
  userEdit: { path: paths.userEdit(':id'), title: 'Editar usuario', access: 'users', of: 'user', parent: paths.users },
  audit: { path: paths.audit, title: 'Auditoría', access: 'staff' },
  configGeneral: { path: paths.configGeneral, title: 'Configuración', access: 'config' },
  configCreate: { path: paths.configCreate, title: 'Crear', access: 'config', parent: paths.configGeneral },
  configEdit: { path: paths.configEdit, title: 'Editar', access: 'config', parent: paths.configGeneral },
  configActions: { path: paths.configActions, title: 'Acciones', access: 'config' },
  monitorLive: { path: paths.monitorLive, title: 'En vivo', access: 'monitor', group: 'Monitor' },
  monitorGeneral: { path: paths.monitorGeneral, title: 'Monitoreo', access: 'monitor', group: 'Monitor' },
  monitorSingle: { path: paths.monitorSingle, title: 'Individual', access: 'monitor', group: 'Monitor' },
  profile: { path: paths.profile, title: 'Mi perfil', access: 'session' },
  mail: { path: paths.mail, title: 'Inbox', access: 'staff' },
} as const satisfies Record<string, Page>;
export type PageId = keyof typeof PAGES;

const all: Page[] = Object.values(PAGES);

export const findPage = (pathname: string): Page | undefined =>
  all.find((page) => matchPath(page.path, pathname) !== null);

/** The name of the page at an address, for what is kept by page: its help. */
export const pageIdOf = (pathname: string): PageId | undefined =>
  (Object.keys(PAGES) as PageId[]).find((id) => matchPath(PAGES[id].path, pathname) !== null);

/** Whether an address leads to a page today. */
export const pageExists = (pathname: string): boolean => findPage(pathname) !== undefined;

/** From the section down to the page itself. */
export function trailOf(pathname: string): Page[] {
  const trail: Page[] = [];
  for (let page = findPage(pathname); page; page = page.parent ? findPage(page.parent) : undefined) trail.unshift(page);
  return trail;
}
