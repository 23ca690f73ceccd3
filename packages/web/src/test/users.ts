import { ROLES } from '@campanero/contract/roles';
import type { UserDetail } from '@campanero/contract/users/schemas';

let counter = 40;

/** An account as the server tells it; what a test does not say is something plausible. */
export function aUserDetail(parts: Partial<Omit<UserDetail, 'roles'>> & { roles?: number[] } = {}): UserDetail {
  const id = parts.id ?? ++counter;
  const { roles = [2], firstName = 'Eva', lastName = 'Luna', ...rest } = parts;
  return {
    id,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email: `persona${id}@demo.gob.ar`,
    roles: ROLES.filter((role) => roles.includes(role.id)).map(({ id: roleId, name }) => ({ id: roleId, name })),
    disable: false,
    lastLogin: '2026-11-14T14:30:00.000Z',
    invited: false,
    secondFactor: false,
    directorySince: null,
    createdAt: '2026-10-01T12:00:00.000Z',
    version: 0,
    ...rest,
  };
}

export const aUserPage = (users: UserDetail[], totalElementsCount = users.length, page = 0) => ({
  users,
  totalElementsCount,
  page,
});
