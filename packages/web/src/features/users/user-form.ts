import { isExternalRole, isOperatorRole, primaryRole } from '@campanero/contract/roles';
import type { UserBody, UserDetail } from '@campanero/contract/users/schemas';

export const EMPTY_USER: UserBody = { firstName: '', lastName: '', email: '', roles: [] };

export const userFormOf = (user: UserDetail): UserBody => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  roles: user.roles.map(({ id }) => id),
});

/** Always in the order of rank, so that ticking and unticking is no change. */
export const toggleRole = (roles: readonly number[], role: number): number[] =>
  (roles.includes(role) ? roles.filter((id) => id !== role) : [...roles, role]).toSorted((a, b) => b - a);

function sideOf(roles: readonly number[]) {
  const primary = primaryRole(roles);
  if (!isOperatorRole(primary)) return null;
  return isExternalRole(primary) ? 'external' : 'internal';
}

/** Whether these roles take somebody off the calls they have: no operator any more, or one of the other side. */
export const leavesTheirCalls = (before: readonly number[], after: readonly number[]) =>
  sideOf(before) !== null && sideOf(before) !== sideOf(after);
