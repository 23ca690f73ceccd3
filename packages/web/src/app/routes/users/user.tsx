import type { UserDetail } from '@campanero/contract/users/schemas';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconPencil } from '../../../components/icons.ts';
import { Inline, Line, Spread } from '../../../components/layout.tsx';
import { FormCard } from '../../../components/page/section.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { UserSessions } from '../../../features/auth/sessions.tsx';
import { userQuery } from '../../../features/users/api.ts';
import { UserForm } from '../../../features/users/user-form.tsx';
import { UserDirectoryLink, UserSecondFactor } from '../../../features/users/user-security.tsx';
import { UserStateChip, UserStateDialog, UserSwitch } from '../../../features/users/user-state.tsx';
import { SendLinkButton, UserCampaigns, UserFacts } from '../../../features/users/user-view.tsx';
import { readDirectoryName } from '../../../lib/browser/page-facts.ts';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';

export const UserPage = () => <UserLoader>{(user) => <UserView user={user} />}</UserLoader>;

function UserView({ user }: { user: UserDetail }) {
  const session = useSession();
  const [isSwitching, setSwitching] = useState(false);
  usePageTitle(user.name);
  return (
    <>
      <PageHeader
        title={user.name}
        aside={
          <Line component="span" sx={{ display: 'inline-flex' }}>
            <bdi>{user.id}</bdi>
            <UserStateChip kind={user.disable ? 'disabled' : user.invited ? 'invited' : 'enabled'} />
          </Line>
        }
        action={
          <Inline>
            <SendLinkButton user={user} />
            <ActionButton variant="contained" to={paths.userEdit(user.id)} icon={IconPencil}>
              Editar
            </ActionButton>
          </Inline>
        }
      />
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          '& > div > section': { maxWidth: 'none' },
        }}
      >
        <div>
          <FormCard title="Datos">
            <UserFacts user={user} />
            <Spread sx={{ mt: 4, marginInline: '-6px -12px' }}>
              <UserSwitch user={user} isOwn={session?.userId === user.id} onToggle={() => setSwitching(true)} />
              <Button variant="text" component={Link} to={paths.auditOf(user.id)}>
                Ver su actividad en Auditoría
              </Button>
            </Spread>
          </FormCard>
          <FormCard title="Sesiones abiertas">
            <UserSessions userId={user.id} />
          </FormCard>
          <FormCard title="Segundo factor">
            <UserSecondFactor user={user} isOwn={session?.userId === user.id} />
          </FormCard>
          {readDirectoryName() && (
            <FormCard title="Ingreso con el directorio">
              <UserDirectoryLink user={user} />
            </FormCard>
          )}
        </div>
        <div>
          <FormCard title="Campañas">
            <UserCampaigns userId={user.id} campaignLink={paths.campaign} />
          </FormCard>
        </div>
      </Box>
      {isSwitching && <UserStateDialog user={user} onClose={() => setSwitching(false)} />}
    </>
  );
}

export const UserEditPage = () => (
  <UserLoader>{(user, reload) => <UserEditor user={user} reload={reload} />}</UserLoader>
);

type Reload = () => Promise<UserDetail | undefined>;

function UserEditor({ user, reload }: { user: UserDetail; reload: Reload }) {
  const session = useSession();
  const navigate = useNavigate();
  const { id, name } = user;
  usePageTitle(`Editar ${name}`);
  return (
    <>
      <PageHeader title="Editar usuario" aside={name} />
      <UserForm
        key={id}
        user={user}
        isOwn={session?.userId === id}
        cancelTo={paths.user(id)}
        onSaved={() => void navigate(paths.user(id), { replace: true })}
        reload={reload}
      />
    </>
  );
}

export function UserCreatePage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Crear Usuario" />
      <UserForm cancelTo={paths.users} onSaved={({ id }) => void navigate(paths.user(id), { replace: true })} />
    </>
  );
}

function UserLoader({ children }: { children: (user: UserDetail, reload: Reload) => ReactNode }) {
  const user = useQuery(userQuery(useAddressId()));
  if (!user.isSuccess) return <PageState query={user} of="user" />;
  return children(user.data, async () => (await user.refetch()).data);
}
