import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/page/messages.tsx';
import { Delayed } from '../../../components/page/page-header.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { useEndUserSessions, userSessionsQuery } from '../api/sessions.ts';
import { SessionList, SessionRow, ThisSession } from './session-row.tsx';

/** Where somebody is signed in, and the administrator's way to end all of it at once (SEC-23). */
export function UserSessions({ userId }: { userId: number }) {
  const sessions = useQuery(userSessionsQuery(userId));
  const end = useEndUserSessions(userId);
  const endAll = () =>
    end.mutate(undefined, {
      onSuccess: () => notify.success('Sesiones cerradas.'),
      onError: (error) => notify.error(errorText(error)),
    });
  if (sessions.isPending)
    return (
      <Delayed>
        <Skeleton height={52} />
      </Delayed>
    );
  if (sessions.isError)
    return <ErrorState message={errorText(sessions.error)} onRetry={() => void sessions.refetch()} />;
  if (sessions.data.length === 0) return <Typography color="textDisabled">No tiene sesiones abiertas.</Typography>;
  return (
    <>
      <SessionList aria-label="Sesiones abiertas">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} end={session.current && <ThisSession />} />
        ))}
      </SessionList>
      <Button size="small" onClick={endAll} disabled={end.isPending} sx={{ mt: 3 }}>
        {end.isPending ? 'Cerrando…' : 'Cerrar sesiones'}
      </Button>
    </>
  );
}
