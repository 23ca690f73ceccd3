import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/page/messages.tsx';
import { Delayed } from '../../../components/page/page-header.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { openSessionsQuery, useEndSession } from '../api/sessions.ts';
import { deviceName } from '../device-name.ts';
import { SessionList, SessionRow, ThisSession } from './session-row.tsx';

function EndButton({ device, isEnding, onEnd }: { device: string; isEnding: boolean; onEnd: () => void }) {
  return (
    <Button
      variant="text"
      size="small"
      disabled={isEnding}
      onClick={onEnd}
      aria-label={`Cerrar la sesión de ${device}`}
    >
      Cerrar
    </Button>
  );
}

/** Where one is signed in, and a way to end what one does not recognise (SEC-23). */
export function OpenSessions() {
  const sessions = useQuery(openSessionsQuery());
  const end = useEndSession();
  const endOne = (id: string) =>
    end.mutate(id, {
      onSuccess: () => notify.success('Sesión cerrada.'),
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
  return (
    <SessionList aria-label="Sesiones abiertas">
      {sessions.data.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          end={
            session.current ? (
              <ThisSession />
            ) : (
              <EndButton
                device={deviceName(session.userAgent)}
                isEnding={end.isPending && end.variables === session.id}
                onEnd={() => endOne(session.id)}
              />
            )
          }
        />
      ))}
    </SessionList>
  );
}
