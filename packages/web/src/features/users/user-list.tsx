import { ROLES } from '@campanero/contract/roles';
import { users } from '@campanero/contract/users/endpoints';
import {
  type UserDetail,
  userFilters,
  type UserFilters,
  type UserOrder,
  userPage,
  userPageQuery,
} from '@campanero/contract/users/schemas';
import { Box, Checkbox, Typography } from '@mui/material';
import { Line } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { type FilterField, filterForm, toggleFilter } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { AboveRowLink, TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { lastLoginText, rolesText } from './texts.ts';
import { UserStateChip, UserSwitch } from './user-state.tsx';

export const useUserList = defineList({
  address: userPageQuery,
  // With a page number the answer is a page; without one it is the list of choices (rule api/two-lists-under-user).
  ask: (query) => endpointQuery('users', users.list, { query }, { read: (reply) => userPage.parse(reply) }),
  order: () => ({ by: 'id', direction: 'desc' }),
  filters: filterForm(userFilters),
});

const FILTERS: readonly FilterField<UserFilters>[] = [
  { name: 'name', label: 'Nombre', kind: 'text' },
  { name: 'user', label: 'Correo', kind: 'text' },
  {
    name: 'roles',
    label: 'Rol',
    kind: 'choices',
    options: ROLES,
    help: 'Quienes tienen al menos uno de los elegidos',
    width: 'full',
  },
  toggleFilter('state', 'Estado', { enabled: 'Habilitado', disabled: 'Deshabilitado', invited: 'Todavía no entró' }),
  { name: 'id', label: 'Id', kind: 'digits' },
];

interface UserListProps {
  list: ReturnType<typeof useUserList>;
  linkTo: (userId: number) => string;
  ownId: number | undefined;
  onToggle: (user: UserDetail) => void;
  selection: Selection;
}

type Selection = { chosen: readonly UserDetail[]; onChoose: (chosen: UserDetail[]) => void };

export const UserList = ({ list, linkTo, ownId, onToggle, selection }: UserListProps) => (
  <ListTable
    label="Usuarios"
    list={list}
    rowsOf={(page) => page.users}
    rowKey={(user) => user.id}
    columns={[choiceColumn(selection, list.result.data?.users ?? []), ...userColumns(ownId, onToggle)]}
    minWidth={900}
    rowTarget={(user) => ({ to: linkTo(user.id) })}
    renderCompact={(user) => <UserCompactRow user={user} />}
    search="Buscar por nombre, correo o rol"
    filters={FILTERS}
    texts={{ noMatch: 'Ningún usuario', nothing: 'Todavía no hay usuarios.' }}
  />
);

/** The selection is kept across pages; the checkbox in the header is for the current page. */
function choiceColumn({ chosen, onChoose }: Selection, shown: readonly UserDetail[]): Column<UserDetail, UserOrder> {
  const isChosen = (user: UserDetail) => chosen.some(({ id }) => id === user.id);
  const without = (users: readonly UserDetail[]) => chosen.filter(({ id }) => !users.some((user) => user.id === id));
  const here = shown.filter(isChosen).length;
  const isAll = shown.length > 0 && here === shown.length;
  return {
    head: 'Elegir',
    headControl: (
      <Checkbox
        size="small"
        checked={isAll}
        indeterminate={here > 0 && !isAll}
        disabled={shown.length === 0}
        onChange={() => onChoose(isAll ? without(shown) : [...without(shown), ...shown])}
        slotProps={{ input: { 'aria-label': 'Elegir a todos los de esta página' } }}
        sx={{ marginInlineStart: -2 }}
      />
    ),
    width: 56,
    cell: (user) => (
      <AboveRowLink>
        <Checkbox
          size="small"
          checked={isChosen(user)}
          onChange={() => onChoose(isChosen(user) ? without([user]) : [...chosen, user])}
          slotProps={{ input: { 'aria-label': `Elegir a ${user.name}` } }}
          sx={{ marginInlineStart: -2 }}
        />
      </AboveRowLink>
    ),
  };
}

type Columns = readonly Column<UserDetail, UserOrder>[];
const userColumns = (ownId: number | undefined, onToggle: (user: UserDetail) => void): Columns => [
  { head: 'Id', by: 'id', width: 56, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> },
  {
    // Below the name, where it is never cut.
    head: 'Nombre',
    by: 'name',
    second: { label: 'Correo', by: 'email' },
    tone: 'strong',
    cell: ({ name, email }) => (
      <Line component="span" gap={2.5}>
        <PersonAvatar name={name} size={24} />
        <Box component="span" sx={{ minWidth: 0 }}>
          <TwoLineCell first={name} second={email} isLinked />
        </Box>
      </Line>
    ),
  },
  { head: 'Roles', by: 'roles', width: 164, cell: (user) => rolesText(user) },
  {
    head: 'Último ingreso',
    by: 'lastLogin',
    width: 176,
    figures: true,
    cell: (user) => <bdi>{lastLoginText(user)}</bdi>,
  },
  {
    head: 'Estado',
    by: 'disable',
    width: 172,
    cell: (user) => (
      <AboveRowLink>
        <UserSwitch user={user} isOwn={user.id === ownId} onToggle={() => onToggle(user)} />
      </AboveRowLink>
    ),
  },
];

/** A user in two lines, for narrow screens; the switch is on the page that the row opens. */
const UserCompactRow = ({ user }: { user: UserDetail }) => (
  <>
    <Line component="span" sx={{ mb: 1 }}>
      <Typography variant="cell" component="span" noWrap sx={{ fontWeight: 550, flex: 1, minWidth: 0 }}>
        {user.name}
      </Typography>
      <UserStateChip kind={user.disable ? 'disabled' : 'enabled'} />
    </Line>
    <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
      {user.email} · {rolesText(user)} · <bdi>{user.id}</bdi>
    </Typography>
  </>
);
