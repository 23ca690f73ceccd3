/** The highest rank that a user holds, the primary role, decides; a user without roles is a guest. */
export const ROLES = [
  { id: 5, name: 'Administrador' },
  { id: 4, name: 'Coordinador' },
  { id: 3, name: 'Coordinador externo' },
  { id: 2, name: 'Operador' },
  { id: 1, name: 'Operador externo' },
] as const;

type RoleId = (typeof ROLES)[number]['id'];

export const ADMINISTRADOR = 5;
export const COORDINADOR = 4;
export const COORDINADOR_EXTERNO = 3;
export const OPERADOR = 2;
export const OPERADOR_EXTERNO = 1;

const PERMISSION_ROLES = {
  'campaign.create': [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO],
  'campaign.detail': [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO],
  'campaign.type': [ADMINISTRADOR, COORDINADOR, OPERADOR],
  'campaign.manage': [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO],
  'audience.load': [ADMINISTRADOR, COORDINADOR],
  'campaign.statistics': [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO],
  export: [ADMINISTRADOR, COORDINADOR, COORDINADOR_EXTERNO],
  statistics: [ADMINISTRADOR, COORDINADOR],
  monitor: [ADMINISTRADOR, COORDINADOR],
  config: [ADMINISTRADOR, COORDINADOR],
  'audit.all': [ADMINISTRADOR, COORDINADOR],
  'audit.restricted': [ADMINISTRADOR],
  users: [ADMINISTRADOR],
  'calling-rules': [ADMINISTRADOR],
  'personal-data': [ADMINISTRADOR],
  retention: [ADMINISTRADOR],
  'block-lists': [ADMINISTRADOR],
  events: [ADMINISTRADOR],
  status: [ADMINISTRADOR],
  // Of service accounts only: what happens on the phones.
  'phone.events': [],
} as const satisfies Record<string, readonly RoleId[]>;

export type Permission = keyof typeof PERMISSION_ROLES;
export const PERMISSIONS = Object.keys(PERMISSION_ROLES) as Permission[];

/** Who may call an endpoint at all: anyone, anyone signed in (guests too), anyone with a role, or a permission. */
export type Access = 'public' | 'session' | 'staff' | Permission;

export const roleName = (id: number) => ROLES.find((role) => role.id === id)?.name;

export const primaryRole = (roleIds: readonly number[]): number | undefined =>
  roleIds.length === 0 ? undefined : Math.max(...roleIds);

export const rolesWith = (permission: Permission): readonly number[] => PERMISSION_ROLES[permission];

export const hasPermission = (permission: Permission, primary: number | undefined): boolean =>
  primary !== undefined && rolesWith(permission).includes(primary);

export const permissionsOf = (primary: number | undefined): Permission[] =>
  PERMISSIONS.filter((permission) => hasPermission(permission, primary));

/**
 * What a service account may be given: nothing about users, security, restricted audit records, retention or citizens' requests.
 * `campaigns`: also to accounts of the external side and of some campaigns; `internal`: not to external ones; `everything`: only to
 * internal ones of all campaigns, because it shows or changes what belongs to no campaign.
 */
export const SERVICE_SCOPES = {
  'campaign.detail': 'campaigns',
  'campaign.create': 'campaigns',
  'campaign.manage': 'campaigns',
  'audience.load': 'internal',
  'campaign.statistics': 'campaigns',
  export: 'campaigns',
  statistics: 'everything',
  monitor: 'everything',
  config: 'everything',
  'audit.all': 'everything',
  'calling-rules': 'everything',
  'block-lists': 'everything',
  status: 'everything',
  'phone.events': 'campaigns',
} as const satisfies Partial<Record<Permission, 'campaigns' | 'internal' | 'everything'>>;
export type ServiceScope = keyof typeof SERVICE_SCOPES;
export const isServiceScope = (scope: string): scope is ServiceScope => Object.hasOwn(SERVICE_SCOPES, scope);

export interface ServiceSide {
  external: boolean;
  /** Null: all of its side. */
  campaignIds: readonly number[] | null;
}

export function maySideHold(scope: ServiceScope, { external, campaignIds }: ServiceSide): boolean {
  const least = SERVICE_SCOPES[scope];
  return least === 'campaigns' || (!external && (least === 'internal' || campaignIds === null));
}

export interface ServiceRights extends ServiceSide {
  scopes: readonly ServiceScope[];
}

/** A user, by the primary role, or a service account, by its scopes. */
export interface Caller {
  primary: number | undefined;
  service?: ServiceRights;
}

/** An internal service account sees both types of campaigns, as internal managers do. */
export const may = ({ primary, service }: Caller, permission: Permission): boolean =>
  service === undefined
    ? hasPermission(permission, primary)
    : permission === 'campaign.type'
      ? !service.external
      : (service.scopes as readonly Permission[]).includes(permission);

export const isOnExternalSide = ({ primary, service }: Caller): boolean => service?.external ?? isExternalRole(primary);

/** Endpoints of a signed-in user or of any role are closed to service accounts, unless they declare a scope (`service`). */
export const allowsService = (access: Access, rights: ServiceRights, service?: ServiceScope | 'any'): boolean =>
  access === 'session' || access === 'staff'
    ? service === 'any' || (service !== undefined && rights.scopes.includes(service))
    : access === 'public' || may({ primary: undefined, service: rights }, access);

/** `signedIn` false is the anonymous caller; primary undefined is a signed-in guest. */
export function allows(access: Access, caller: { signedIn: boolean; primary: number | undefined }): boolean {
  if (access === 'public') return true;
  if (!caller.signedIn) return false;
  if (access === 'session') return true;
  if (access === 'staff') return caller.primary !== undefined;
  return hasPermission(access, caller.primary);
}

/** External roles live on the external side only: campaigns, people and lists (rule roles/external-side). */
export const isExternalRole = (primary: number | undefined) =>
  primary === COORDINADOR_EXTERNO || primary === OPERADOR_EXTERNO;
export const isOperatorRole = (primary: number | undefined) => primary === OPERADOR || primary === OPERADOR_EXTERNO;
