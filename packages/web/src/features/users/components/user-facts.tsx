import { formatDateTime } from '@campanero/contract/shared/dates';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { FactList } from '../../../components/page/fact-list.tsx';
import { lastLoginText, rolesText } from '../texts.ts';

export function UserFacts({ user }: { user: UserDetail }) {
  return (
    <FactList
      facts={[
        { label: 'Nombre', value: user.firstName },
        { label: 'Apellido', value: user.lastName || '—' },
        { label: 'Correo', value: user.email },
        { label: 'Roles', value: rolesText(user) },
        { label: 'Último ingreso', value: <bdi>{lastLoginText(user)}</bdi>, quiet: user.lastLogin === null },
        { label: 'Alta', value: <bdi>{formatDateTime(user.createdAt)}</bdi> },
      ]}
    />
  );
}
