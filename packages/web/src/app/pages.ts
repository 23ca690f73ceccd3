import type { Access } from '@campanero/contract/roles';
import type { Icon } from '@tabler/icons-react';
import { matchPath } from 'react-router';
import {
  IconActivity,
  IconAdjustmentsHorizontal,
  IconBan,
  IconBolt,
  IconBroadcast,
  IconCalendarTime,
  IconChartBar,
  IconChecklist,
  IconClock,
  IconFingerprint,
  IconFlag,
  IconHelpCircle,
  IconHistory,
  IconListCheck,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconUsers,
  IconUserSearch,
  IconWebhook,
} from '../components/icons.ts';

export const SEGMENT_HASH = '#segmentar';

export const paths = {
  home: '/',
  signIn: '/signin',
  /** The directory's redirect address: DIRECTORY_RETURN of the contract. */
  directoryReturn: '/signin/directory',
  signInLink: '/signin/link/:id',
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
  campaignSegment: (id: number) => `/campaign/detail/${id}${SEGMENT_HASH}`,
  contact: (campaignId: number | ':campaignId', callId: number | ':callId', phone: string) =>
    `/campaign/detail/${campaignId}/contact/${callId}/${phone}`,
  campaignStatistics: (id: number | ':id') => `/campaign/stats/${id}`,
  callbacks: '/callbacks',
  questions: '/questions',
  statistics: '/statistics',
  export: (id: string) => `/export/${id}`,
  users: '/users',
  userCreate: '/users/create',
  userImport: '/users/import',
  userDirectory: '/users/directory',
  serviceAccounts: '/users/services',
  serviceAccount: (id: number | ':id') => `/users/service/${id}`,
  user: (id: number | ':id') => `/user/${id}`,
  userEdit: (id: number | ':id') => `/user/edit/${id}`,
  callingRules: '/calling-rules',
  blockLists: '/block-lists',
  events: '/events',
  subscription: (id: number | ':id') => `/events/${id}`,
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
  surveys: '/config/surveys',
  surveyCreate: '/config/surveys/create',
  survey: (id: number | ':id') => `/config/surveys/${id}`,
  monitorLive: '/monitor/live',
  monitorLiveOf: (external: 0 | 1) => `/monitor/live${external ? '?external=1' : ''}`,
  monitorGeneral: '/monitor/general',
  monitorSingle: '/monitor/single',
  profile: '/pages/profile',
  mail: '/apps/mail',
} as const;

export const contactLink = (call: { campaignId: number; callId: number; number: string }) =>
  paths.contact(call.campaignId, call.callId, call.number);

export type AddressedEntity = 'campaign' | 'user' | 'service' | 'person' | 'request' | 'subscription' | 'survey';

interface Page {
  path: string;
  title: string;
  access: Access;
  /** The subject of the id in the address. */
  of?: AddressedEntity;
  parent?: string;
  /** Its entry in the navbar, in the order of this table. */
  menu?: MenuEntry;
  /** In a narrow window the navbar is a rail of icons on this page. */
  foldsNavbar?: true;
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
  badge?: 'runningCampaigns' | 'lateCallbacks';
  /** For managers the entry is shown only if they have callbacks. */
  managersOnlyWithCallbacks?: true;
}

type More = Omit<Page, 'path' | 'title' | 'access'>;
const page = (path: string, title: string, access: Access, more?: More): Page => ({ path, title, access, ...more });

const inMenu = (part: MenuEntry['part'], icon: Icon): More => ({ menu: { part, icon } });

const OF_CAMPAIGN = { of: 'campaign', parent: paths.campaigns } as const;

/** The pages behind the sign-in. Help and translations are found by a page's name and title. */
export const PAGES = {
  campaigns: page(paths.campaigns, 'Campañas', 'staff', {
    menu: { part: 'main', icon: IconSpeakerphone, badge: 'runningCampaigns' },
  }),
  campaignCreate: page(paths.campaignCreate, 'Crear campaña', 'campaign.create', { parent: paths.campaigns }),
  campaignEdit: page(paths.campaignEdit(':id'), 'Editar campaña', 'campaign.create', OF_CAMPAIGN),
  campaign: page(paths.campaign(':id'), 'Campaña', 'staff', OF_CAMPAIGN),
  campaignDetail: page(paths.campaignDetail(':id'), 'Audiencia', 'staff', OF_CAMPAIGN),
  campaignAssign: page(paths.campaignAssign(':id'), 'Cargar audiencia', 'audience.load', OF_CAMPAIGN),
  campaignStatistics: page(paths.campaignStatistics(':id'), 'Estadísticas', 'staff', OF_CAMPAIGN),
  contact: page(paths.contact(':campaignId', ':callId', ':phone'), 'Contacto', 'staff', {
    ...OF_CAMPAIGN,
    foldsNavbar: true,
  }),
  callbacks: page(paths.callbacks, 'Mis rellamados', 'staff', {
    menu: { part: 'main', icon: IconCalendarTime, badge: 'lateCallbacks', managersOnlyWithCallbacks: true },
  }),
  questions: page(paths.questions, 'Consultas', 'campaign.manage', inMenu('main', IconHelpCircle)),
  export: page(paths.export(':id'), 'Exportación', 'staff'),
  statistics: page(paths.statistics, 'Estadísticas', 'statistics', inMenu('main', IconChartBar)),
  users: page(paths.users, 'Usuarios', 'users', inMenu('admin', IconUsers)),
  firstDay: page(paths.firstDay, 'Primeros pasos', 'users', inMenu('admin', IconFlag)),
  userCreate: page(paths.userCreate, 'Crear Usuario', 'users', { parent: paths.users }),
  userImport: page(paths.userImport, 'Importar usuarios', 'users', { parent: paths.users }),
  userDirectory: page(paths.userDirectory, 'Ingreso con el directorio', 'users', { parent: paths.users }),
  serviceAccounts: page(paths.serviceAccounts, 'Cuentas de servicio', 'users', { parent: paths.users }),
  serviceAccount: page(paths.serviceAccount(':id'), 'Cuenta de servicio', 'users', {
    of: 'service',
    parent: paths.serviceAccounts,
  }),
  user: page(paths.user(':id'), 'Detalle de usuario', 'users', { of: 'user', parent: paths.users }),
  userEdit: page(paths.userEdit(':id'), 'Editar usuario', 'users', { of: 'user', parent: paths.users }),
  callingRules: page(paths.callingRules, 'Reglas de llamado', 'calling-rules', inMenu('admin', IconClock)),
  blockLists: page(paths.blockLists, 'Listas de bloqueo', 'block-lists', inMenu('admin', IconBan)),
  events: page(paths.events, 'Eventos', 'events', inMenu('admin', IconWebhook)),
  subscription: page(paths.subscription(':id'), 'Suscripción a eventos', 'events', {
    of: 'subscription',
    parent: paths.events,
  }),
  personalData: page(paths.personalData, 'Datos personales', 'personal-data', inMenu('admin', IconFingerprint)),
  personalDataPerson: page(paths.personalDataPerson(':id'), 'Datos de una persona', 'personal-data', {
    of: 'person',
    parent: paths.personalData,
  }),
  dataRequests: page(paths.dataRequests, 'Pedidos de datos', 'personal-data', { parent: paths.personalData }),
  dataRequest: page(paths.dataRequest(':id'), 'Pedido de datos', 'personal-data', {
    of: 'request',
    parent: paths.dataRequests,
  }),
  retention: page(paths.retention, 'Conservación de datos', 'retention', inMenu('admin', IconHistory)),
  status: page(paths.status, 'Estado del sistema', 'status', inMenu('admin', IconServer)),
  audit: page(paths.audit, 'Auditoría', 'staff', inMenu('records', IconListCheck)),
  configGeneral: page(paths.configGeneral, 'Configuración', 'config', {
    menu: { part: 'configuration', icon: IconAdjustmentsHorizontal },
  }),
  configCreate: page(paths.configCreate, 'Crear', 'config', { parent: paths.configGeneral }),
  configEdit: page(paths.configEdit, 'Editar', 'config', { parent: paths.configGeneral }),
  configActions: page(paths.configActions, 'Acciones', 'config', inMenu('configuration', IconBolt)),
  surveys: page(paths.surveys, 'Relevamientos', 'campaign.manage', inMenu('configuration', IconChecklist)),
  surveyCreate: page(paths.surveyCreate, 'Crear relevamiento', 'config', { parent: paths.surveys }),
  survey: page(paths.survey(':id'), 'Relevamiento', 'campaign.manage', { of: 'survey', parent: paths.surveys }),
  monitorLive: page(paths.monitorLive, 'En vivo', 'monitor', inMenu('monitor', IconBroadcast)),
  monitorGeneral: page(paths.monitorGeneral, 'Monitoreo', 'monitor', inMenu('monitor', IconActivity)),
  monitorSingle: page(paths.monitorSingle, 'Individual', 'monitor', inMenu('monitor', IconUserSearch)),
  profile: page(paths.profile, 'Mi perfil', 'session'),
  mail: page(paths.mail, 'Inbox', 'staff'),
};
export type PageId = keyof typeof PAGES;

export const PAGE_IDS = Object.keys(PAGES) as PageId[];

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

export const trailGroupOf = ({ menu }: Page): string | undefined =>
  menu?.part === 'monitor' ? MENU_GROUPS.monitor.title : undefined;
