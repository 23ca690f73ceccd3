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
  status: [ADMINISTRADOR],
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
