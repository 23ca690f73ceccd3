import { fullName } from '@campanero/contract/shared/text';
import { roleName } from '@campanero/contract/roles';
import type { UserDetail } from '@campanero/contract/users/schemas';
import type { AuditValues } from '../../work/audit.ts';
import { rankedRoles } from './users.policy.ts';
import type { UserRecord } from './users.queries.ts';

export const presentUser = (user: UserRecord): UserDetail => ({
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  name: fullName(user),
  email: user.email,
  roles: user.roles.map((id) => ({ id, name: roleName(id) ?? '' })),
  disable: user.disabled,
  lastLogin: user.lastLoginAt?.toISOString() ?? null,
  invited: user.invited,
  secondFactor: user.secondFactor,
  createdAt: user.createdAt.toISOString(),
  version: user.version,
});

export const accountStateInWords = (disabled: boolean) => (disabled ? 'Deshabilitado' : 'Habilitado');

export const userInWords = (user: {
  firstName: string;
  lastName: string;
  email: string;
  roles: readonly number[];
}): AuditValues => ({
  Nombre: user.firstName,
  Apellido: user.lastName,
  Correo: user.email,
  Roles: rankedRoles(user.roles).map(roleName).join(', ') || 'Invitado',
});
