import { ADMINISTRADOR, isExternalRole, isOperatorRole, primaryRole } from '@campanero/contract/roles';

type Person = { id: number };
type AccountState = { disabled: boolean; roles: readonly number[] };

export const rankedRoles = (roles: readonly number[]): number[] => [...new Set(roles)].toSorted((a, b) => b - a);

export const hasSameRoles = (before: readonly number[], after: readonly number[]) =>
  rankedRoles(before).join() === rankedRoles(after).join();

/** Users must not change their own roles or state. */
export const isOwnAccount = (actor: Person, user: Person) => actor.id === user.id;

const isActiveAdministrator = ({ disabled, roles }: AccountState) => !disabled && roles.includes(ADMINISTRADOR);

export const becomesAdministrator = (before: AccountState, after: AccountState) =>
  !before.roles.includes(ADMINISTRADOR) && after.roles.includes(ADMINISTRADOR);

/** Whether this change removes an administrator: another one must remain. */
export const losesAdministrator = (before: AccountState, after: AccountState) =>
  isActiveAdministrator(before) && !isActiveAdministrator(after);

/** The side whose calls a user may have: enabled operators only, by primary role. */
export function workingSide({ disabled, roles }: AccountState): 'internal' | 'external' | null {
  const primary = primaryRole(roles);
  if (disabled || !isOperatorRole(primary)) return null;
  return isExternalRole(primary) ? 'external' : 'internal';
}
