import { ADMINISTRADOR, isExternalRole, isOperatorRole, primaryRole } from '@campanero/contract/roles';

interface Person {
  id: number;
}
interface Standing {
  disabled: boolean;
  roles: readonly number[];
}

/** The roles as stored and compared: each once, highest first. */
export const rankedRoles = (roles: readonly number[]): number[] => [...new Set(roles)].toSorted((a, b) => b - a);

export const hasSameRoles = (before: readonly number[], after: readonly number[]) =>
  rankedRoles(before).join() === rankedRoles(after).join();

/** Nobody raises, lowers, enables or disables themselves (SEC-31). */
export const isOwnAccount = (actor: Person, user: Person) => actor.id === user.id;

const isActiveAdministrator = ({ disabled, roles }: Standing) => !disabled && roles.includes(ADMINISTRADOR);

/** Would this change take an administrator away? Then another one has to remain. */
export const losesAdministrator = (before: Standing, after: Standing) =>
  isActiveAdministrator(before) && !isActiveAdministrator(after);

/** Which side's campaigns a person may be given calls of: operators by primary role, while enabled (decisions 3). */
export function workingSide({ disabled, roles }: Standing): 'internal' | 'external' | null {
  const primary = primaryRole(roles);
  if (disabled || !isOperatorRole(primary)) return null;
  return isExternalRole(primary) ? 'external' : 'internal';
}
