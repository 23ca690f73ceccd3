import { formatDateTime } from '@campanero/contract/shared/dates';
import type { UserDetail, UserOrder } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import { AboveRow } from '../../../components/data-table/above-row.tsx';
import { TwoLineCell } from '../../../components/data-table/two-line-cell.tsx';
import type { Column } from '../../../components/data-table/types.ts';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { UserSwitch } from './user-switch.tsx';

export interface UserColumnParts {
  ownId: number | undefined;
  onToggle: (user: UserDetail) => void;
}

export const rolesText = (user: Pick<UserDetail, 'roles'>) =>
  user.roles.map(({ name }) => name).join(', ') || 'Invitado';

/** Never signed in: either the invitation still waits, or nobody came yet. */
export const lastLoginText = ({ lastLogin, invited }: Pick<UserDetail, 'lastLogin' | 'invited'>) =>
  lastLogin ? formatDateTime(lastLogin) : invited ? 'Invitación pendiente' : '—';

export function userColumns({ ownId, onToggle }: UserColumnParts): readonly Column<UserDetail, UserOrder>[] {
  return [
    {
      key: 'id',
      heads: [{ by: 'id', label: 'Id' }],
      width: 64,
      tone: 'quiet',
      figures: true,
      cell: ({ id }) => <bdi>{id}</bdi>,
    },
    {
      key: 'name',
      // The address under the name: so it is whole at every width.
      heads: [
        { by: 'name', label: 'Nombre' },
        { by: 'email', label: 'Correo' },
      ],
      tone: 'strong',
      cell: ({ name, email }) => (
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2.5 }}>
          <PersonAvatar name={name} size={24} />
          <Box component="span" sx={{ minWidth: 0 }}>
            <TwoLineCell first={name} second={email} />
          </Box>
        </Box>
      ),
    },
    {
      key: 'roles',
      heads: [{ by: 'roles', label: 'Roles' }],
      width: 190,
      cell: (user) => <span title={rolesText(user)}>{rolesText(user)}</span>,
    },
    {
      key: 'lastLogin',
      heads: [{ by: 'lastLogin', label: 'Último ingreso' }],
      width: 184,
      figures: true,
      cell: (user) => <bdi>{lastLoginText(user)}</bdi>,
    },
    {
      key: 'state',
      heads: [{ by: 'disable', label: 'Estado' }],
      width: 176,
      cell: (user) => (
        <AboveRow>
          <UserSwitch user={user} isOwn={user.id === ownId} onToggle={() => onToggle(user)} />
        </AboveRow>
      ),
    },
  ];
}
