import type { Session } from '@campanero/contract/auth/schemas';
import { permissionsOf, primaryRole, ROLES } from '@campanero/contract/roles';

const HOUR_SECONDS = 3600;
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * HOUR_SECONDS;

/** A sign-in answer for somebody with these roles, by name; none is a guest. */
export function aSession(roleNames: string[] = ['Coordinador'], overrides: Partial<Session> = {}): Session {
  const roles = ROLES.filter((role) => roleNames.includes(role.name)).map(({ id, name }) => ({ id, name }));
  return {
    token: 'token-of-ana',
    id: 7,
    name: 'Ana Ledesma',
    email: 'ana@demo.gob.ar',
    permissions: permissionsOf(primaryRole(roles.map((role) => role.id))),
    roles,
    expires: inHours(8),
    settings: {},
    shortcuts: [],
    photoURL: null,
    ...overrides,
  };
}

/** What /check answers for that session. */
export function aCheck(session: Session, mustChangePassword = false, mustSetSecondFactor = false) {
  const { token: _token, ...person } = session;
  return { ...person, mustChangePassword, mustSetSecondFactor, idleMinutes: null };
}
