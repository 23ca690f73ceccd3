import { fullName } from '@campanero/contract/shared/text';
import { roleName } from '@campanero/contract/roles';
import type { AuditValues } from '../../work/index.ts';
import { rankedRoles } from './users.policy.ts';
import type { UserRecord } from './users.queries.ts';

export const presentUser = ({ disabled: disable, lastLoginAt: lastLogin, roles, ...user }: UserRecord) => ({
  ...user,
  name: fullName(user),
  roles: roles.map((id) => ({ id, name: roleName(id) ?? '' })),
  disable,
  lastLogin,
});

export const accountStateInWords = (disabled: boolean) => (disabled ? 'Deshabilitado' : 'Habilitado');

export const userInWords = (
  user: Pick<UserRecord, 'firstName' | 'lastName' | 'email'> & { roles: readonly number[] },
): AuditValues => ({
  Nombre: user.firstName,
  Apellido: user.lastName,
  Correo: user.email,
  Roles: rankedRoles(user.roles).map(roleName).join(', ') || 'Invitado',
});
