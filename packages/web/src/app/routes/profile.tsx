import { Alert, Box, styled } from '@mui/material';
import { IconAlertTriangle } from '../../components/icons.ts';
import { FactList } from '../../components/page/fact-list.tsx';
import { FormCard } from '../../components/page/section.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx';
import { SecondFactorCard } from '../../features/auth/second-factor-card.tsx';
import { OpenSessions } from '../../features/auth/sessions.tsx';
import { OwnPicture, PreferencesForm } from '../../features/profile/profile-cards.tsx';
import { useSessionCheck } from '../../lib/session-api.ts';
import { type StoredSession, useSession } from '../../lib/session.ts';
import { startPagesFor } from '../navigation.ts';

const ownFacts = ({ name, mail, roles }: StoredSession) => [
  { label: 'Nombre', value: name },
  { label: 'Correo', value: mail },
  { label: 'Rol', value: roles.map((role) => role.name).join(', ') || 'Invitado' },
];

/** The last card of the shorter column grows. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 720px)',
  columnGap: 16,
  '& section': { maxWidth: 'none' },
  '& > div': { display: 'flex', flexDirection: 'column', '& > :last-child': { flexGrow: 1 } },
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 720px))',
    '& > section': { gridColumn: '1 / -1' },
  },
}));

export function ProfilePage() {
  const session = useSession();
  const check = useSessionCheck();
  // A password that must be changed has a page of its own.
  const isHeld = check.data?.mustSetSecondFactor === true;
  if (!session) return null;
  return (
    <>
      <PageHeader title="Mi perfil" />
      {isHeld && (
        <Box sx={{ maxWidth: 720, mb: 4 }}>
          <Alert severity="warning" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
            Su rol exige el segundo factor. Actívelo para continuar.
          </Alert>
        </Box>
      )}
      <Columns>
        {!isHeld && (
          <div>
            <FormCard title="Datos personales">
              <OwnPicture name={session.name} />
              <FactList facts={ownFacts(session)} />
            </FormCard>
            <FormCard title="Preferencias">
              <PreferencesForm startPages={startPagesFor(session)} />
            </FormCard>
          </div>
        )}
        <div>
          <FormCard title="Segundo factor">
            <SecondFactorCard account={session.mail} />
          </FormCard>
          <FormCard title="Cambiar contraseña">
            <ChangePasswordForm username={session.mail} />
          </FormCard>
        </div>
        {!isHeld && (
          <FormCard title="Sesiones abiertas">
            <OpenSessions />
          </FormCard>
        )}
      </Columns>
    </>
  );
}
