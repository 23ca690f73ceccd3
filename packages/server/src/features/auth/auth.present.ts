import type { Session, ShellUser } from '@campanero/contract/auth/schemas';
import { pictureLink } from '@campanero/contract/profile/endpoints';
import { fullName } from '@campanero/contract/shared/text';
import { permissionsOf, primaryRole, roleName } from '@campanero/contract/roles';
import type { Actor } from '../../work/index.ts';
import type { Account } from './auth.queries.ts';

export const epochSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
const namedRoles = (ids: readonly number[]) => ids.map((id) => ({ id, name: roleName(id) ?? '' }));

export const presentSession = (account: Account, token: string, expiresAt: Date): Session => ({
  token,
  id: account.id,
  name: fullName(account),
  permissions: permissionsOf(primaryRole(account.roles)),
  roles: namedRoles(account.roles),
  email: account.email,
  expires: epochSeconds(expiresAt),
  ...shellRecordOf(account),
  photoURL: photoUrlOf(account),
});

export const presentCheck = (actor: Actor, record: ShellRecord & WithPicture) => ({
  ...actor,
  permissions: permissionsOf(actor.primary),
  roles: namedRoles(actor.roles),
  expires: epochSeconds(actor.expiresAt),
  ...shellRecordOf(record),
  photoURL: photoUrlOf(record),
});

type ShellRecord = Pick<Account, 'settings' | 'shortcuts'>;
// jsonb is read as unknown; stored values were validated by the contract's schemas.
const shellRecordOf = ({ settings, shortcuts }: ShellRecord) => ({
  settings: settings as Record<string, unknown>,
  shortcuts: shortcuts as string[],
});

type WithPicture = Pick<Account, 'pictureVersion'>;
const photoUrlOf = ({ pictureVersion }: WithPicture) => pictureVersion && pictureLink(pictureVersion);

export const presentShellUser = (account: Account): ShellUser => ({
  uuid: String(account.id),
  role: namedRoles(account.roles).map(({ name }) => name),
  from: 'campanero',
  data: {
    displayName: fullName(account),
    photoURL: photoUrlOf(account),
    email: account.email,
    ...shellRecordOf(account),
  },
});

export const presentIdentity = (account: Account) => ({
  user_id: String(account.id),
  email: account.email,
  name: fullName(account),
  user_metadata: shellRecordOf(account),
});
