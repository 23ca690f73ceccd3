import type { EndpointSpec } from '@campanero/contract/endpoint';
import { type Access, allows, primaryRole } from '@campanero/contract/roles';
import type { UserInfo } from './session.ts';

type Roles = Pick<UserInfo, 'roles'> | null;

export const primaryOf = (session: Roles) => primaryRole(session?.roles.map((role) => role.id) ?? []);

/** The same permission table as on the server (rule roles/one-permission-table). */
export const mayAccess = (access: Access, session: Roles): boolean =>
  allows(access, { signedIn: session !== null, primary: primaryOf(session) });

export const can = (spec: Pick<EndpointSpec, 'access'>, session: Roles): boolean => mayAccess(spec.access, session);
